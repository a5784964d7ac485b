import { useMemo } from "react";
import { useWrite } from "@/components/form/use-write";
import type { RecordShape } from "@/components/records/form/record-shape";
import type { Proposal } from "@/components/records/form/draft-form";
import { useShapes } from "@/components/records/shapes";
import { useDirectory } from "@/components/records/use-directory";
import { useLoaded } from "@/components/ui/late";
import { setParameter } from "@/components/ui/use-search-state";
import { answerPath, refetchedAfterAnswer, suggestionParameter, useSuggestionOfPage } from "./use-suggestions";

const loadProposedText = () => import("./proposed-text");

/**
 * What a form of a record has to do with the suggestion of its page: it is filled with the value, cites its source, and
 * accepts it when it is saved.
 */
export function useSuggestionOfForm(shape: RecordShape, recordId: string) {
  const suggestion = useSuggestionOfPage(shape.path, recordId);
  const { write } = useWrite();
  const field = shape.fields.find(({ name }) => name === suggestion?.field);
  const shapes = useShapes();
  const { directory, isPending } = useDirectory(
    field?.kind === "reference" ? [field.to, ...shapes[field.to].namedBy] : [],
  );
  const isMeant = suggestion !== null && (field !== undefined || (suggestion.field === null && !shape.part));
  const code = useLoaded(suggestion === null ? null : loadProposedText);
  const proposal = useMemo((): Proposal | null => {
    if (!suggestion || !field || suggestion.proposed === null || isPending || !code) return null;
    const { id, proposed, created_at } = suggestion;
    const written = { proposed, on: created_at.slice(0, 10), directory };
    return { id, field: field.name, take: (now) => code.proposedText(field, written, now) };
  }, [suggestion, field, isPending, directory, code]);
  return {
    proposal,
    link: isMeant ? suggestion.source_url : null,
    async accept(): Promise<void> {
      if (!isMeant) return;
      const effects = { refetch: refetchedAfterAnswer, doneText: "The suggestion is accepted." };
      await write("PUT", answerPath(suggestion.id), { state: "accepted" }, effects);
      setParameter(suggestionParameter, null);
    },
  };
}
