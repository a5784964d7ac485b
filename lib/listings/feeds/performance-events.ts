import "server-only";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import type { Row } from "../../catalogue/row.ts";
import { dayAfter } from "../../core/dates.ts";
import { accessInWords } from "../../resources/productions/performance-words.browser.ts";
import {
  isMatinee,
  performancesBetween,
  startOf,
  type DatedPerformance,
} from "../../resources/productions/performances.browser.ts";
import type { ProductionDetails } from "../../resources/productions/schema.browser.ts";
import type { Theatre } from "../../resources/theatres/schema.browser.ts";
import { runDaysOf, timetableOf } from "../casts/days.ts";
import { locationOf } from "./calendar-dates.ts";
import type { CalendarEvent } from "./calendar-event-queries.ts";

const daysAhead = 60;

/** An event with a beginning and, where the running time is known, an end: ISO 8601 in UTC. */
export interface PerformanceEvent extends CalendarEvent {
  readonly starts_at: string;
  readonly ends_at: string | null;
}

/** Each performance of a show in the 60 days from today, of all its productions, by time (contract §27). */
export function performanceEvents(catalogue: Catalogue, show: Row, today: string): PerformanceEvent[] {
  const last = dayAfter(today, daysAhead - 1);
  return catalogue
    .where("productions", "show_id", show.id)
    .flatMap((production) => {
      const theatre = catalogue.row("theatres", String(production.record["theatre_id"]));
      const found = performancesBetween(today, last, timetableOf(production), runDaysOf(production));
      return theatre ? found.map((performance) => eventOf(performance, show, production, theatre)) : [];
    })
    .toSorted((a, b) => (`${a.starts_at} ${a.id}` < `${b.starts_at} ${b.id}` ? -1 : 1));
}

function eventOf(performance: DatedPerformance, show: Row, production: Row, theatre: Row): PerformanceEvent {
  const { date, time } = performance;
  // The schemas parsed the details when they were written.
  const { performances, running_minutes, booking_url } = production.details as unknown as ProductionDetails;
  const notes = performances.flatMap((one) => (one.date === date && one.time === time && one.note ? [one.note] : []));
  const name = String(show.record["name"]);
  const start = Date.parse(startOf(performance));
  // Nothing of these events is stored. The number of the last change of what they tell of rises with each change.
  const newest = [show, production, theatre].reduce((a, b) => (a.number > b.number ? a : b));
  return {
    id: `production-${production.id}-${date}-${time.replace(":", "")}`,
    kind: "performance",
    date,
    summary: isMatinee(performance) ? `${name} (matinee)` : name,
    description: [accessInWords(performance), ...new Set(notes)].filter((text) => text !== null).join(". ") || null,
    ...locationOf({ ...theatre.details, ...theatre.record } as Theatre),
    url: booking_url,
    feeds: [],
    sequence: newest.number,
    changed_at: newest.changedAt,
    cancelled_at: null,
    starts_at: inUtc(start),
    ends_at: running_minutes === null ? null : inUtc(start + running_minutes * 60_000),
  };
}

function inUtc(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, "YYYY-MM-DDTHH:MM:SS".length)}Z`;
}
