import { useState } from "react";
import { useCurrentStaff } from "@/components/accounts/current-staff";
import { citationKey, storeDraft } from "@/components/records/form/drafts";
import type { RecordField } from "@/components/records/form/record-shape";
import { today } from "@/components/ui/calendar";
import { late } from "@/components/ui/late";
import type { CitationProblems, Source, TypedCitation } from "./citation";
import { useSources } from "./sources-context";

const SourcePrompt = late(() => import("./citation-fields"), "SourcePrompt");

/**
 * Asks for the source of changed fields. It may stay empty.
 *
 * @param changed empty while there is nothing to save. @param link the source of what the form was filled with.
 */
export function useSourcePrompt(changed: readonly RecordField[], link: string | null = null) {
  const account = useCurrentStaff().id;
  const hasSources = useSources() !== null;
  /** Null while nothing is typed. */
  const [typed, setTyped] = useState<TypedCitation | null>(null);
  const [problems, setProblems] = useState<CitationProblems>({});

  function change(next: TypedCitation) {
    setTyped(next);
    setProblems({});
  }

  /** Remembers what was typed for the next save. @returns the sources to add; undefined: none; null: it is wrong. */
  async function confirm(): Promise<Source[] | undefined | null> {
    if (!typed && link === null) return undefined;
    const { checkCitation, emptyCitation, sourcesFor } = await import("./citation");
    const entered = typed ?? { ...emptyCitation(today()), url: link ?? "" };
    const { citation, problems: found } = checkCitation(entered, { today: today(), isRequired: false });
    setProblems(found);
    if (Object.keys(found).length > 0) return null;
    if (!citation) return undefined;
    storeDraft(citationKey(account), citation);
    return sourcesFor(
      changed.map(({ name }) => name),
      citation,
    );
  }

  return {
    prompt: hasSources && changed.length > 0 && (
      <SourcePrompt
        of={changed.map(({ label }) => label).join(", ")}
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
