import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { useMay } from "@/components/accounts/current-staff";
import { useWrite } from "@/components/form/use-write";
import type { Proposal } from "@/components/records/form/draft-form";
import type { RecordShape } from "@/components/records/form/record-shape";
import { useShapes } from "@/components/records/shapes";
import { useDirectory } from "@/components/records/use-directory";
import { useLoaded } from "@/components/ui/late";
import { setParameter } from "@/components/ui/use-search-state";
import type { SuggestionRecord } from "@/lib/accounts/suggestions/schema.browser";
import { useApi } from "@/lib/http/client/hooks.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";

/** The parameter of a record's page that names the suggestion whose value its form has. */
export const suggestionParameter = "suggestion";

/** Where an answer is sent, and what is read again after it. */
export const answerPath = (id: string) => `/suggestions/${encodeURIComponent(id)}`;
export const refetchedAfterAnswer = [["suggestions"]];

/** The suggestion that the page of a record was opened for; null without one, and once it is answered. */
export function useSuggestionOfPage(path: ResourcePath, recordId: string): SuggestionRecord | null {
  const wanted = useSearchParams().get(suggestionParameter);
  const mayAnswer = useMay("answerSuggestions");
  const query = new URLSearchParams({ state: "received", id: wanted ?? "", resource: path, record_id: recordId });
  const isEnabled = wanted !== null && mayAnswer;
  const { data } = useApi<SuggestionRecord[]>(`/suggestions?${query}`, { isEnabled });
  return data?.body[0] ?? null;
}

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
