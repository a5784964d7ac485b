"use client";

import { dayNumber, daysAfter, formatDay, today } from "@/components/calendar";
import { RecordLink } from "@/components/directory/record-link";
import type { Entries } from "@/lib/resources/nouns";
import { nameOfRecord, type Directory } from "@/components/resource/record-name";
import { useDirectory } from "@/components/resource/use-directory";
import { QueryState } from "@/components/ui/query-state";
import { Badge } from "@/components/ui/badge";
import { Skeleton } from "@/components/ui/skeleton";

/** How far the overview looks ahead. */
export const daysAhead = 30;

interface Night {
  day: string;
  run: Entries["productions"];
}

/** Productions that open or close in the next 30 days, by the calendar in London. */
export function ComingDays() {
  const { directory, isPending, error, refetch } = useDirectory(["productions", "theatres"]);
  if (error) return <QueryState query={{ error, refetch }} what="productions" lines={1} />;
  const first = today();
  const runs = [...directory.productions.values()];
  const openings = runs.map((run) => ({ day: run.opening_date, run }));
  const closings = runs.flatMap((run) => (run.closing_date === null ? [] : [{ day: run.closing_date, run }]));
  return (
    <div className="grid gap-8 sm:grid-cols-2">
      <Nights
        title="Opening in the next 30 days"
        verb="opens"
        nights={within(openings, first)}
        {...{ first, directory, isPending }}
      />
      <Nights
        title="Closing in the next 30 days"
        verb="closes"
        nights={within(closings, first)}
        {...{ first, directory, isPending }}
      />
    </div>
  );
}

interface NightsProps {
  title: string;
  verb: "opens" | "closes";
  /** Today. */
  first: string;
  nights: Night[];
  directory: Directory;
  isPending: boolean;
}

function Nights({ title, verb, first, nights, directory, isPending }: NightsProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="text-xl font-semibold">{title}</h2>
      {isPending && <Skeleton shape="rows" lines={2} label="Loading productions…" />}
      {!isPending && nights.length === 0 && <p className="mt-3 text-sm text-muted">Nothing in the next 30 days.</p>}
      <ul className="mt-3 divide-y divide-line border-y border-line empty:hidden">
        {nights.map(({ day, run }) => (
          <li
            key={run.id}
            className="grid grid-cols-[88px_minmax(0,1fr)] sm:grid-cols-[112px_minmax(0,1fr)] gap-x-3 py-2 text-sm"
          >
            <time dateTime={day} className="text-muted">
              {formatDay(day)}
            </time>
            <span className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
              <span>
                <RecordLink path="productions" id={run.id}>
                  {run.show.name}
                </RecordLink>
                <span className="block text-muted">{nameOfRecord("theatres", run.theatre_id, directory)}</span>
              </span>
              <Badge tone={verb === "closes" ? "warning" : "accent"}>
                {verb} {distanceInDays(dayNumber(day) - dayNumber(first))}
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

/** Productions of the coming days, the next one first. */
function within(nights: Night[], first: string): Night[] {
  const last = daysAfter(first, daysAhead);
  return nights.filter(({ day }) => day >= first && day <= last).sort((a, b) => (a.day < b.day ? -1 : 1));
}
