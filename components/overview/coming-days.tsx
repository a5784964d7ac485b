"use client";

import { formatDay } from "@/lib/core/date-words.browser";
import { dayNumber } from "@/components/ui/calendar";
import { RecordLink } from "@/components/records/directory/record-link";
import { QueryState } from "@/components/ui/query-state";
import { Badge } from "@/components/ui/badge";
import { Skeleton } from "@/components/ui/skeleton";
import { useApi } from "@/lib/client/hooks.browser";
import { comingPath, daysAhead } from "@/lib/listings/coming/days-ahead.browser";
import type { ComingDays, ComingNight } from "@/lib/listings/coming/schema.browser";

/** Productions that open or close in the next 30 days, by the calendar in London. */
export function ComingNights() {
  const { data, error, refetch } = useApi<ComingDays>(comingPath);
  if (error && !data) return <QueryState query={{ error, refetch }} what="productions" lines={1} />;
  const { openings, closings, from = "" } = data?.body ?? {};
  return (
    <div className="grid gap-8 sm:grid-cols-2">
      <Nights title={`Opening in the next ${daysAhead} days`} verb="opens" nights={openings} today={from} />
      <Nights title={`Closing in the next ${daysAhead} days`} verb="closes" nights={closings} today={from} />
    </div>
  );
}

interface NightsProps {
  title: string;
  verb: "opens" | "closes";
  /** Undefined while they load. */
  nights: readonly ComingNight[] | undefined;
  today: string;
}

function Nights({ title, verb, nights, today: now }: NightsProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="text-xl font-semibold">{title}</h2>
      {nights === undefined && <Skeleton shape="rows" lines={2} label="Loading productions…" />}
      {nights?.length === 0 && <p className="mt-3 text-sm text-muted">Nothing in the next {daysAhead} days.</p>}
      <ul className="mt-3 divide-y divide-line border-y border-line empty:hidden">
        {nights?.map(({ date: day, production_id: id, show, theatre }) => (
          <li
            key={id}
            className="grid grid-cols-[88px_minmax(0,1fr)] sm:grid-cols-[112px_minmax(0,1fr)] gap-x-3 py-2 text-sm"
          >
            <time dateTime={day} className="text-muted">
              {formatDay(day)}
            </time>
            <span className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
              <span>
                <RecordLink path="productions" id={id}>
                  {show}
                </RecordLink>
                <span className="block text-muted">{theatre}</span>
              </span>
              <Badge tone={verb === "closes" ? "warning" : "accent"}>
                {verb} {distanceInDays(dayNumber(day) - dayNumber(now))}
              </Badge>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "today", "tomorrow", "in 9 days". */
export function distanceInDays(days: number): string {
  if (days === 0) return "today";
  return days === 1 ? "tomorrow" : `in ${days} days`;
}
