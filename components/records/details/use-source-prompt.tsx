import dynamic from "next/dynamic";
import { useState } from "react";
import { today } from "@/components/ui/calendar";
import { useCurrentStaff } from "@/components/accounts/current-staff";
import { citationKey, storeDraft } from "@/components/records/form/drafts";
import type { RecordField } from "@/components/records/form/record-shape";
import type { CitationProblems, Source, TypedCitation } from "./source-list";
import { useSources } from "./sources-context";

const loadPrompt = () => import("./source-prompt").then((loaded) => loaded.SourcePrompt);
const SourcePrompt = dynamic(loadPrompt, { ssr: false });

/**
 * Asks for the source of changed fields.
 *
 * @param changed empty while there is nothing to save. @param given the source of what the form was filled with.
 */
export function useSourcePrompt(changed: readonly RecordField[], given: TypedCitation | null = null) {
  const account = useCurrentStaff().id;
  const hasSources = useSources() !== null;
  const [own, setOwn] = useState<TypedCitation | null>(null);
  /** Null while nothing is typed. */
  const typed = own ?? given;
  const [problems, setProblems] = useState<CitationProblems>({});

  /**
   * Checks what was typed, and remembers it for the next save.
   *
   * @returns the sources to add; undefined without one, null when something is wrong with it.
   */
  async function confirm(): Promise<Source[] | undefined | null> {
    if (!typed) return undefined;
    const { checkCitation, sourcesFor } = await import("./source-list");
    const found = checkCitation(typed, { today: today(), isRequired: false });
    setProblems(found.problems);
    if (Object.keys(found.problems).length > 0) return null;
    if (!found.citation) return undefined;
    storeDraft(citationKey(account), found.citation);
    return sourcesFor(
      changed.map(({ name }) => name),
      found.citation,
    );
  }

  return {
    prompt: hasSources && changed.length > 0 && (
      <SourcePrompt
        labels={changed.map(({ label }) => label)}
        typed={typed}
        problems={problems}
        onChange={(next) => {
          setOwn(next);
          setProblems({});
        }}
      />
    ),
    confirm,
    /** Loads the prompt before it is needed, so that the save button does not move when it appears. */
    preload: () => void loadPrompt(),
    clear: () => setOwn(null),
  };
}
