import { useState } from "react";
import { useCurrentStaff } from "@/components/accounts/current-staff";
import { citationKey, readStored, storeDraft } from "@/components/records/form/drafts";
import type { RecordField } from "@/components/records/form/record-shape";
import { today } from "@/components/ui/calendar";
import { late } from "@/components/ui/late";
import type { Citation, CitationProblems, Source, TypedCitation } from "./citation";
import { useSources } from "./sources-context";

const SourceFields = late(() => import("./citation-fields"), "SourceFields");

/**
 * Asks for the source of changed fields. It may stay empty.
 *
 * @param changed empty while there is nothing to save. @param link the source of what the form was filled with.
 */
export function useSourcePrompt(changed: readonly RecordField[], link: string | null = null) {
  const account = useCurrentStaff().id;
  const hasSources = useSources() !== null;
  const [last, setLast] = useState(() => readCitation(readStored(citationKey(account))));
  /** Null while nothing is typed. */
  const [typed, setTyped] = useState<TypedCitation | null>(null);
  const [problems, setProblems] = useState<CitationProblems>({});

  function change(next: TypedCitation) {
    setTyped(next);
    setProblems({});
  }

  /**
   * Checks what was typed, and remembers it for the next save.
   *
   * @returns the sources to add; undefined without one, null when something is wrong with it.
   */
  async function confirm(): Promise<Source[] | undefined | null> {
    if (!typed && link === null) return undefined;
    const { checkCitation, emptyCitation, sourcesFor } = await import("./citation");
    const given = typed ?? { ...emptyCitation(today()), url: link ?? "" };
    const { citation, problems: found } = checkCitation(given, { today: today(), isRequired: false });
    setProblems(found);
    if (Object.keys(found).length > 0) return null;
    if (!citation) return undefined;
    storeDraft(citationKey(account), citation);
    setLast(citation);
    return sourcesFor(
      changed.map(({ name }) => name),
      citation,
    );
  }

  return {
    prompt: hasSources && changed.length > 0 && (
      <SourceFields
        of={changed.map(({ label }) => label).join(", ")}
        last={last}
        typed={typed}
        link={link}
        problems={problems}
        onChange={change}
      />
    ),
    confirm,
    clear: () => setTyped(null),
  };
}

/** An older version, or anything else on this device, may have stored another shape. */
function readCitation(stored: unknown): Citation | null {
  if (typeof stored !== "object" || stored === null) return null;
  const values = ["name", "url", "kind", "read_on", "note"].map((member): unknown => Reflect.get(stored, member));
  return values.every((value) => value === null || typeof value === "string") ? (stored as Citation) : null;
}
