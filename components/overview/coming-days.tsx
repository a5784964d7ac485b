"use client";

import { useState } from "react";
import { RecordLink } from "@/components/records/record-name";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { dayNumber } from "@/components/ui/calendar";
import { relative } from "@/components/ui/date-time";
import { QueryState } from "@/components/ui/query-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useApi } from "@/lib/http/client/hooks.browser";
import { partialDateInWords } from "@/lib/core/date-words.browser";
import { comingPath, daysAhead } from "@/lib/listings/coming/days-ahead.browser";
import type { CastMove, ComingDays, ComingNight } from "@/lib/listings/coming/schema.browser";

const shownAtFirst = 8;

/** What opens and closes in the next 30 days, by the calendar in London, and who joins and leaves a running production. */
export function ComingEvents() {
  const { data, error, refetch } = useApi<ComingDays>(comingPath);
  if (error && !data) return <QueryState query={{ error, refetch }} what="productions" lines={1} />;
  const { openings, closings, joining, leaving, from = "" } = data?.body ?? {};
  return (
    <div className="grid gap-8 sm:grid-cols-2">
      <Coming what="Opening" verb="opens" none="Nothing" today={from} events={openings} />
      <Coming what="Closing" verb="closes" none="Nothing" today={from} events={closings} />
      <Coming what="Joining" verb="joins" none="No one" today={from} events={joining} />
      <Coming what="Leaving" verb="leaves" none="No one" today={from} events={leaving} />
    </div>
  );
}

interface ComingProps {
  what: string;
  verb: "opens" | "closes" | "joins" | "leaves";
  none: string;
  /** Undefined while they load. */
  events: readonly (ComingNight | CastMove)[] | undefined;
  today: string;
}

function Coming({ what, verb, none, events, today }: ComingProps) {
  const [isWhole, setIsWhole] = useState(false);
  const title = `${what} in the next ${daysAhead} days`;
  const shown = isWhole ? events : events?.slice(0, shownAtFirst);
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="text-xl font-semibold">{title}</h2>
      {events === undefined && <Skeleton shape="rows" lines={2} label="Loading…" />}
      {events?.length === 0 && <p className="mt-3 text-sm text-muted">{none} announced.</p>}
      <ul className="mt-3 divide-y divide-line border-y border-line empty:hidden">
        {shown?.map((event) => (
          <li
            key={"person" in event ? `${event.cast_member_id} ${event.date}` : event.production_id}
            className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 py-2 text-sm sm:grid-cols-[112px_minmax(0,1fr)]"
          >
            <time dateTime={event.date} className="text-muted">
              {partialDateInWords(event.date)}
            </time>
            <span className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
              {"person" in event ? (
                <span>
                  <RecordLink path="cast-members" id={event.cast_member_id} label={event.person} />
                  <span className="block text-muted">
                    {event.role}, <RecordLink path="productions" id={event.production_id} label={event.show} />
                  </span>
                </span>
              ) : (
                <span>
                  <RecordLink path="productions" id={event.production_id} label={event.show} />
                  <span className="block text-muted">{event.theatre}</span>
                </span>
              )}
              <Badge tone={verb === "closes" || verb === "leaves" ? "warning" : "accent"}>
                {event.date.length === 10
                  ? `${verb} ${relative().format(dayNumber(event.date) - dayNumber(today), "day")}`
                  : `${verb}, day not known`}
              </Badge>
            </span>
          </li>
        ))}
      </ul>
      {events && events.length > shownAtFirst && !isWhole && (
        <Button className="mt-3" onClick={() => setIsWhole(true)}>
          Show all {events.length}
        </Button>
      )}
    </section>
  );
}
