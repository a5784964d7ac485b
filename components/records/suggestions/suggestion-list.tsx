"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { SelectField } from "@/components/ui/field";
import { MoreButton } from "@/components/ui/more-button";
import { QueryState } from "@/components/ui/query-state";
import { useToast } from "@/components/ui/toasts";
import { useKeptFocus } from "@/components/ui/use-kept-focus";
import { textSchema, useSearchState } from "@/components/ui/use-search-state";
import { getApi, RequestError, type ApiResponse } from "@/lib/client/client.browser";
import type { SuggestionRecord } from "@/lib/suggestions/schema.browser";
import { SuggestionRow } from "./suggestion-row";
import { late } from "@/components/ui/late";

const DeclineSuggestion = late(() => import("./decline-dialog"), "DeclineSuggestion");

interface Declined {
  suggestion: SuggestionRecord;
  /** Together with all that its network sent on that day. */
  isWholeGroup: boolean;
}

const filterSchema = textSchema({ state: "" });

const none: readonly SuggestionRecord[] = [];

/** Corrections that readers suggest, by state, each with its answers. */
export function SuggestionList() {
  const [filter, setFilter] = useSearchState(filterSchema);
  const query = useSuggestionPages(filter.state || "received");
  const suggestions = query.data?.pages.flatMap(({ body }) => body) ?? none;
  const [declined, setDeclined] = useState<Declined | null>(null);
  const othersOf = ({ id, group_id }: SuggestionRecord) =>
    suggestions.filter((one) => one.id !== id && group_id !== null && one.group_id === group_id).length;
  const say = useToast();
  const list = useRef<HTMLDivElement>(null);
  useKeptFocus(suggestions.length, list);
  return (
    <div ref={list} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="sm:w-60">
        <SelectField
          label="State"
          value={filter.state}
          onChange={(event) => setFilter({ state: event.target.value })}
          none="Waiting"
          options={[
            ["accepted", "Accepted"],
            ["declined", "Declined"],
            ["duplicate", "Duplicate"],
          ]}
        />
      </div>
      <QueryState query={query} what="suggestions" lines={6} />
      {query.data && suggestions.length === 0 && (
        <EmptyState title={filter.state === "" ? "No suggestions are waiting" : "No suggestions in this state"}>
          <p className="text-sm text-muted">Corrections that readers suggest on the public pages appear here.</p>
        </EmptyState>
      )}
      {suggestions.length > 0 && (
        <ul aria-label="Suggestions" className="divide-y divide-line rounded border border-line bg-raised">
          {suggestions.map((suggestion) => (
            <SuggestionRow
              key={suggestion.id}
              suggestion={suggestion}
              others={othersOf(suggestion)}
              onDecline={(isWholeGroup) => setDeclined({ suggestion, isWholeGroup })}
            />
          ))}
        </ul>
      )}
      <MoreButton query={query} />
      {declined && (
        <DeclineSuggestion
          {...declined}
          onDone={() => {
            say({ text: declined.isWholeGroup ? "Suggestions declined." : "Suggestion declined." });
            setDeclined(null);
          }}
          onDismiss={() => setDeclined(null)}
        />
      )}
    </div>
  );
}

/** Those in a state, newest first, page by page. */
function useSuggestionPages(state: string) {
  type Page = ApiResponse<SuggestionRecord[]>;
  return useInfiniteQuery<Page, RequestError, { pages: Page[] }, string[], string>({
    queryKey: ["suggestions", "pages", state],
    initialPageParam: `/suggestions?${new URLSearchParams({ state })}`,
    queryFn: async ({ pageParam }) => {
      const answer = await getApi(pageParam).catch(() => null);
      if (answer?.status !== 200) throw new RequestError(answer);
      return answer as Page;
    },
    getNextPageParam: ({ link }) => /<\/api([^>]+)>; rel="next"/.exec(link ?? "")?.[1],
  });
}
