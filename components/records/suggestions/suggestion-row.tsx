import Link from "next/link";
import { RecordLink } from "@/components/records/directory/record-link";
import { isDay } from "@/components/form/typed-day";
import { Button, buttonClass } from "@/components/ui/button";
import { DateTime, RelativeTime } from "@/components/ui/date-time";
import { useNow } from "@/components/ui/use-now";
import { formatDay } from "@/lib/core/date-words.browser";
import { resourceViews } from "@/lib/resources/resource-views.browser";
import type { SuggestionRecord } from "@/lib/suggestions/schema.browser";
import { SuggestionText } from "./suggestion-text";
import { suggestionParameter } from "./use-suggestions";

interface Props {
  suggestion: SuggestionRecord;
  /** How many others in the list its network sent on the same day. */
  others: number;
  onDecline(isWholeGroup: boolean): void;
}

/** A suggestion: its record, what that says now, what it should say, why, and the two answers. */
export function SuggestionRow({ suggestion, others, onDecline }: Props) {
  const { id, resource, record_id, label: name, field_label, present, proposed } = suggestion;
  const { state, reason, created_at, answered_at } = suggestion;
  const now = useNow();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 p-4 text-sm sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <p className="break-words">
          <RecordLink path={resource} id={record_id}>
            {name}
          </RecordLink>{" "}
          <span className="text-muted">
            {resourceViews[resource].singular}, <RelativeTime at={created_at} now={now} />
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
          <Button aria-label={`Decline the suggestion for ${name}`} onClick={() => onDecline(false)}>
            Decline…
          </Button>
          {others > 0 && (
            <Button onClick={() => onDecline(true)}>Decline all {others + 1} from this network and day…</Button>
          )}
        </div>
      )}
    </li>
  );
}

const answers = {
  received: "Received",
  accepted: "Accepted",
  declined: "Declined",
  duplicate: "Answered as a duplicate",
};
