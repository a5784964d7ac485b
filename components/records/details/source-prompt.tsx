import { useState } from "react";
import { useCurrentStaff } from "@/components/accounts/current-staff";
import { citationKey, readStored, storeDraft } from "@/components/records/form/drafts";
import type { RecordField } from "@/components/records/form/record-shape";
import { Button } from "@/components/ui/button";
import { today } from "@/components/ui/calendar";
import { late } from "@/components/ui/late";
import {
  checkCitation,
  emptyCitation,
  sourcesFor,
  typedCitation,
  type Citation,
  type CitationProblems,
  type Source,
  type TypedCitation,
} from "./citation";
import { useSources } from "./sources-context";

const CitationFields = late(() => import("./citation-fields"), "CitationFields");

/**
 * Asks for the source of changed fields. It may stay empty.
 *
 * @param changed empty while there is nothing to save. @param given the source of what the form was filled with.
 */
export function useSourcePrompt(changed: readonly RecordField[], given: TypedCitation | null = null) {
  const account = useCurrentStaff().id;
  const hasSources = useSources() !== null;
  const [last, setLast] = useState(() => readCitation(readStored(citationKey(account))));
  const [own, setOwn] = useState<TypedCitation | null>(null);
  /** Null while nothing is typed. */
  const typed = own ?? given;
  const [problems, setProblems] = useState<CitationProblems>({});

  function change(next: TypedCitation) {
    setOwn(next);
    setProblems({});
  }

  /**
   * Checks what was typed, and remembers it for the next save.
   *
   * @returns the sources to add; undefined without one, null when something is wrong with it.
   */
  function confirm(): Source[] | undefined | null {
    if (!typed) return undefined;
    const { citation, problems: found } = checkCitation(typed, { today: today(), isRequired: false });
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
      <fieldset className="mt-6 grid min-w-0 gap-3 rounded border border-line bg-raised p-4">
        <legend className="px-1 text-sm font-semibold">
          Source for: {changed.map(({ label }) => label).join(", ")}{" "}
          <span className="font-normal text-muted">(optional)</span>
        </legend>
        {last && !typed && (
          <div>
            <Button className="max-w-full text-left" onClick={() => change(typedCitation(last))}>
              <span className="min-w-0 truncate">
                Same source as before: <bdi>{last.name}</bdi>
              </span>
            </Button>
          </div>
        )}
        <CitationFields typed={typed ?? emptyCitation(today())} problems={problems} onChange={change} />
      </fieldset>
    ),
    confirm,
    clear: () => setOwn(null),
  };
}

/** An older version, or anything else on this device, may have stored another shape. */
function readCitation(stored: unknown): Citation | null {
  if (typeof stored !== "object" || stored === null) return null;
  const values = ["name", "url", "kind", "read_on", "note"].map((member): unknown => Reflect.get(stored, member));
  return values.every((value) => value === null || typeof value === "string") ? (stored as Citation) : null;
}
