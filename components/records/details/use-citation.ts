import { useState } from "react";
import { today } from "@/components/ui/calendar";
import { checkCitation, type Citation, type CitationProblems } from "./source-list";
import { emptyCitation } from "./typed-citation";

/** A citation while it is typed. */
export function useCitation(initial = emptyCitation(today())) {
  const [typed, setTyped] = useState(initial);
  const [problems, setProblems] = useState<CitationProblems>({});
  return {
    /** For `CitationFields`. */
    fields: { typed, problems, onChange: setTyped },
    /** Shows what is wrong. @returns the citation, null when it may be empty and is, and undefined when it is wrong. */
    check(isRequired: boolean): Citation | null | undefined {
      const found = checkCitation(typed, { today: today(), isRequired });
      setProblems(found.problems);
      return Object.keys(found.problems).length > 0 ? undefined : found.citation;
    },
  };
}
