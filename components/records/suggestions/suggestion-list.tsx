"use client";

import Link from "next/link";
import { ask } from "@/components/form/ask";
import { isDay } from "@/components/form/typed-day";
import { RecordLink } from "@/components/records/record-name";
import { Button, buttonClass } from "@/components/ui/button";
import { DateTime, RelativeTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { SelectField } from "@/components/ui/field";
import { RemoteList } from "@/components/ui/remote-list";
import { usePages } from "@/components/ui/use-pages";
import { textSchema, useSearchState } from "@/components/ui/use-search-state";
import { formatDay } from "@/lib/core/date-words.browser";
import { resourceViews } from "@/lib/resources/resource-views.browser";
import type { SuggestionRecord } from "@/lib/accounts/suggestions/schema.browser";
import { SuggestionText } from "./suggestion-notice";
import { answerPath, refetchedAfterAnswer, suggestionParameter } from "./use-suggestions";

const filterSchema = textSchema({ state: "" });

/** Corrections that readers suggest, by state, each with its answers. */
export function SuggestionList() {
  const [filter, setFilter] = useSearchState(filterSchema);
  const path = `/suggestions?${new URLSearchParams({ state: filter.state || "received" })}`;
  const query = usePages<SuggestionRecord[]>(path, {
    nextOf: ({ link }) => /<\/api([^>]+)>; rel="next"/.exec(link ?? "")?.[1],
  });
  const suggestions = query.data?.pages.flat() ?? [];
  const othersOf = ({ id, group_id }: SuggestionRecord) =>
    suggestions.filter((one) => one.id !== id && group_id !== null && one.group_id === group_id).length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
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
      <RemoteList
        query={query}
        items={suggestions}
        what="suggestions"
        label="Suggestions"
        lines={6}
        empty={
          <EmptyState title={filter.state === "" ? "No suggestions are waiting" : "No suggestions in this state"}>
            <p className="text-sm text-muted">Corrections that readers suggest on the public pages appear here.</p>
          </EmptyState>
        }
        row={(suggestion) => <SuggestionRow suggestion={suggestion} others={othersOf(suggestion)} />}
      />
    </div>
  );
}

/** Declines a suggestion, or all that its network sent on that day, with a reason, which its author can read. */
function decline({ id }: SuggestionRecord, isWholeGroup: boolean) {
  return ask({
    title: isWholeGroup ? "Decline all from this network and day" : "Decline this suggestion",
    fields: [
      {
        name: "reason",
        label: "Reason",
        look: "long",
        hint: `The author of ${isWholeGroup ? "each" : "the"} suggestion can read it.`,
      },
    ],
    schema: async () => (await import("@/lib/accounts/suggestions/schema.browser")).suggestionAnswer,
    toData: ({ reason = "" }) => ({ state: "declined", reason, whole_group: isWholeGroup }),
    send: ["PUT", answerPath(id)],
    refetch: refetchedAfterAnswer,
    doneText: isWholeGroup ? "Suggestions declined." : "Suggestion declined.",
    action: [isWholeGroup ? "Decline all" : "Decline", "Declining…"],
  });
}

interface Props {
  suggestion: SuggestionRecord;
  /** How many others in the list its network sent on the same day. */
  others: number;
}

/** A suggestion: its record, what that says now, what it should say, why, and the two answers. */
function SuggestionRow({ suggestion, others }: Props) {
  const { id, resource, record_id, label: name, field_label, present, proposed } = suggestion;
  const { state, reason, created_at, answered_at } = suggestion;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 p-4 text-sm sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <p className="break-words">
          <RecordLink path={resource} id={record_id} label={name} />{" "}
          <span className="text-muted">
            {resourceViews[resource].singular}, <RelativeTime at={created_at} />
          </span>
        </p>
        {field_label !== null && (
          <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-3 sm:grid-cols-[max-content_minmax(0,1fr)]">
            <dt className="text-muted">{field_label}</dt>
            <dd className="break-words">{present ?? "empty"}</dd>
            {proposed !== null && (
              <>
                <dt className="text-muted">should be</dt>
                <dd className="font-semibold break-words whitespace-pre-line">
                  <bdi>{isDay(proposed) ? formatDay(proposed) : proposed}</bdi>
                </dd>
              </>
            )}
          </dl>
        )}
        <SuggestionText suggestion={suggestion} />
        {answered_at !== null && (
          <p className="break-words">
            {answers[state]} on <DateTime at={answered_at} look="time" />
            {reason !== null && `: ${reason}`}
          </p>
        )}
      </div>
      {state === "received" && (
        <div className="flex flex-wrap content-start gap-2 sm:max-w-60 sm:justify-end">
          <Link
            href={`/dashboard/${resource}/${encodeURIComponent(record_id)}?${suggestionParameter}=${id}`}
            prefetch={false}
            className={buttonClass("primary")}
            aria-label={`Review the suggestion for ${name}`}
          >
            Review…
          </Link>
          <Button aria-label={`Decline the suggestion for ${name}`} onClick={() => void decline(suggestion, false)}>
            Decline…
          </Button>
          {others > 0 && (
            <Button onClick={() => void decline(suggestion, true)}>
              Decline all {others + 1} from this network and day…
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

const answers = {
  received: "Received",
  accepted: "Accepted",
  declined: "Declined",
  duplicate: "Answered as a duplicate",
};
