import { useSearchParams } from "next/navigation";
import { useMay } from "@/components/accounts/current-staff";
import { useApi } from "@/lib/http/client/hooks.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import type { SuggestionRecord } from "@/lib/accounts/suggestions/schema.browser";

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
