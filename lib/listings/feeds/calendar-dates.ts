import "server-only";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { entryOf, type Row } from "../../catalogue/row.ts";
import { dayAfter } from "../../core/dates.ts";
import { earliestDay, latestDay } from "../../core/partial-dates.browser.ts";
import { isWithin, type RunDays } from "../../resources/cast-members/presence.browser.ts";
import type { CastMemberDetails, CastMemberEntry, Engagement } from "../../resources/cast-members/schema.browser.ts";
import { accessInWords } from "../../resources/productions/performance-words.browser.ts";
import {
  isMatinee,
  performancesBetween,
  startOf,
  type DatedPerformance,
} from "../../resources/productions/performances.browser.ts";
import type { Production, ProductionDetails } from "../../resources/productions/schema.browser.ts";
import type { Show } from "../../resources/shows/schema.browser.ts";
import type { Theatre } from "../../resources/theatres/schema.browser.ts";
import { runDaysOf, timetableOf } from "../casts/days.ts";

/** What happens on a day of a calendar, with its name as a category. */
export const calendarKinds = {
  "first-preview": "First preview",
  opening: "Opening",
  closing: "Closing",
  booking: "Last bookable day",
  joining: "Joining",
  leaving: "Leaving",
  performance: "Performance",
} as const;

export interface CalendarDate {
  /** Its UID without the domain; it stays the same when the date moves. */
  readonly id: string;
  readonly kind: keyof typeof calendarKinds;
  readonly date: string;
  readonly summary: string;
  readonly description: string | null;
  readonly location: string | null;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly url: string | null;
  /** The calendars that have it, besides that of the West End: `shows/hamilton`. */
  readonly feeds: readonly string[];
}

/** A date as the calendars last had it. */
export interface CalendarEvent extends CalendarDate {
  /** How often its date or its text has changed. */
  readonly sequence: number;
  readonly changed_at: string;
  /** When the date was withdrawn; null: it stands. */
  readonly cancelled_at: string | null;
}

/** An event with a beginning and, where the running time is known, an end: ISO 8601 in UTC. */
export interface PerformanceEvent extends CalendarEvent {
  readonly starts_at: string;
  readonly ends_at: string | null;
}

/** A production with everything that its dates tell of. */
interface Run {
  readonly production: Production & ProductionDetails;
  readonly show: Show;
  readonly theatre: Theatre;
  readonly days: RunDays;
  readonly members: readonly Member[];
}

type Member = CastMemberEntry & CastMemberDetails;

/** A show with the rows that its dates are made from. */
export function rowsOfShow(catalogue: Catalogue, show: Row) {
  const productions = catalogue.where("productions", "show_id", show.id).map((production) => {
    const theatre = catalogue.row("theatres", String(production.record["theatre_id"]));
    // Foreign keys rule this out.
    if (!theatre) throw new Error(`Production ${production.id} refers to a theatre that does not exist.`);
    return { production, theatre, members: catalogue.where("cast-members", "production_id", production.id) };
  });
  // The row of a cast member has the names of its person and role.
  const all = [show, ...productions.flatMap(({ production, theatre, members }) => [production, theatre, members])];
  return { show, productions, all };
}

/** Every date that is known of a show. One that is known only by its month or its year has no place in a calendar. */
export function datesOfShow(rows: ReturnType<typeof rowsOfShow>): CalendarDate[] {
  const show = recordOf<Show>(rows.show);
  const runs = rows.productions.map(({ production, theatre, members }): Run => ({
    production: recordOf<Production & ProductionDetails>(production),
    show,
    theatre: recordOf<Theatre>(theatre),
    days: runDaysOf(production),
    members: members.map((row) => ({ ...row.details, ...entryOf<CastMemberEntry>(row) }) as Member),
  }));
  const ofMembers = runs.flatMap((run) => run.members.flatMap((member) => engagementDates(member, run)));
  return [...runs.flatMap(runDates), ...bookingDate(show, runs), ...ofMembers];
}

/** With its details. The schemas parsed the fields when they were written. */
function recordOf<Known>({ record, details }: Row): Known {
  return { ...details, ...record } as Known;
}

function runDates(run: Run): CalendarDate[] {
  const { id, first_preview, press_night, opening_date, closing_date, booking_url } = run.production;
  const { name } = run.show;
  const days = [
    ["first-preview", first_preview, `${name}: first preview`],
    ["opening", opening_date, press_night === null ? `${name}: opening` : `${name}: press night`],
    ["closing", closing_date, `${name}: last performance`],
  ] as const;
  const more = { description: null, ...locationOf(run.theatre), url: booking_url };
  return days.flatMap(([kind, date, summary]): CalendarDate[] => {
    if (date === null) return [];
    return [{ id: `production-${id}-${kind}`, kind, date, summary, ...more, feeds: feedsOf([run], date) }];
  });
}

/** A show has one last bookable day; it stands where the show plays on that day. */
function bookingDate({ id, name, booking_until: date }: Show, runs: readonly Run[]): CalendarDate[] {
  if (date === null) return [];
  const playing = runs.filter(({ days }) => isWithin(days, date));
  const only = playing.length === 1 ? playing[0] : undefined;
  const place = only ? locationOf(only.theatre) : { location: null, lat: null, lng: null };
  const url = only?.production.booking_url ?? null;
  const feeds = [...new Set([`shows/${id}`, ...feedsOf(playing, date)])].sort();
  const summary = `${name}: last bookable day`;
  return [{ id: `show-${id}-booking`, kind: "booking", date, summary, description: null, ...place, url, feeds }];
}

function engagementDates(member: Member, run: Run): CalendarDate[] {
  const { person, role } = member;
  const feeds = [`people/${person.id}`, `shows/${run.show.id}`, `theatres/${run.theatre.id}`];
  const description = role ? `${role.name} (${member.role_type})` : member.role_type;
  const more = { description, ...locationOf(run.theatre), url: run.production.booking_url, feeds };
  return member.engagements.flatMap(({ from, to }, index) => {
    const moves = [
      ["joining", from, "joins"],
      ["leaving", to, "leaves"],
    ] as const;
    return moves.flatMap(([kind, date, verb]): CalendarDate[] => {
      if (date?.length !== "YYYY-MM-DD".length) return [];
      const id = `cast-member-${member.id}-${index + 1}-${kind}`;
      return [{ id, kind, date, summary: `${person.name} ${verb} ${run.show.name}`, ...more }];
    });
  });
}

/** The calendars of a date of these runs: their shows, their theatres, and those who are in them on that day. */
function feedsOf(runs: readonly Run[], date: string): string[] {
  const all = runs.flatMap(({ show, theatre, days, members }) => [
    `shows/${show.id}`,
    `theatres/${theatre.id}`,
    ...members.filter(({ engagements }) => isIn(engagements, days, date)).map(({ person_id }) => `people/${person_id}`),
  ]);
  return [...new Set(all)].sort();
}

/** Whether a person can be in it on a day of the run. It does not depend on today, as the stored dates must not. */
function isIn(engagements: readonly Engagement[], run: RunDays, date: string): boolean {
  if (engagements.length === 0) return true;
  return engagements.some(({ from, to, ended }) => {
    const first = from === null ? run.first : earliestDay(from);
    const last = to === null ? (ended ? first : null) : latestDay(to);
    return isWithin({ first, last }, date);
  });
}

function locationOf(theatre: Theatre): Pick<CalendarDate, "location" | "lat" | "lng"> {
  const { name, address, postcode, lat, lng } = theatre;
  return { location: [name, address, postcode].filter((part) => part !== null).join(", "), lat, lng };
}

const daysAhead = 60;

/** Each performance of a show in the 60 days from today, of all its productions, by time (contract §27). */
export function performanceEvents(catalogue: Catalogue, show: Row, today: string): PerformanceEvent[] {
  const last = dayAfter(today, daysAhead - 1);
  return rowsOfShow(catalogue, show)
    .productions.flatMap(({ production, theatre }) => {
      const found = performancesBetween(today, last, timetableOf(production), runDaysOf(production));
      return found.map((performance) => performanceEvent(performance, show, production, theatre));
    })
    .toSorted((a, b) => (`${a.starts_at} ${a.id}` < `${b.starts_at} ${b.id}` ? -1 : 1));
}

function performanceEvent(performance: DatedPerformance, show: Row, production: Row, theatre: Row): PerformanceEvent {
  const { date, time } = performance;
  const { performances, running_minutes, booking_url } = recordOf<ProductionDetails>(production);
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
    ...locationOf(recordOf<Theatre>(theatre)),
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
