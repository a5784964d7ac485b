import "server-only";
import { earliestDay, latestDay } from "../../core/partial-dates.browser.ts";
import { runOfProduction, type RunDays } from "../../resources/cast-members/presence.browser.ts";
import type { CastMember, CastMemberDetails, Engagement } from "../../resources/cast-members/schema.browser.ts";
import type { Person } from "../../resources/people/schema.browser.ts";
import type { Production, ProductionDetails } from "../../resources/productions/schema.browser.ts";
import type { Role } from "../../resources/roles/schema.browser.ts";
import type { Show } from "../../resources/shows/schema.browser.ts";
import type { Theatre } from "../../resources/theatres/schema.browser.ts";
import { indexById } from "../../catalogue/representation-queries.ts";
import { mapYielding } from "../../core/yielding.ts";

/** The records that the calendars are made of, as of one moment. */
export interface CalendarData {
  readonly shows: Show[];
  readonly theatres: Theatre[];
  readonly people: Person[];
  readonly roles: Role[];
  readonly productions: (Production & ProductionDetails)[];
  readonly members: Member[];
}

type Member = CastMember & CastMemberDetails;

/** What happens on a day of a calendar, with its name as a category. */
export const calendarKinds = {
  "first-preview": "First preview",
  opening: "Opening",
  closing: "Closing",
  booking: "Last bookable day",
  joining: "Joining",
  leaving: "Leaving",
} as const;

/** One date of the calendars. */
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

/** A production with everything that its dates tell of. */
interface Run {
  readonly production: Production & ProductionDetails;
  readonly show: Show;
  readonly theatre: Theatre;
  readonly days: RunDays;
  readonly members: Member[];
}

/**
 * Every date that the data have: openings, closings, last bookable days, and who joins and leaves. A day that is known
 * only by its month or its year has no place in a calendar.
 */
export async function calendarDates(data: CalendarData): Promise<CalendarDate[]> {
  const runs = await runsOf(data);
  const runOf = new Map(runs.map((run) => [run.production.id, run]));
  const runsOfShow = groupBy(runs, ({ show }) => show.id);
  const personOf = await indexById(data.people);
  const roleOf = await indexById(data.roles);
  const dates = [
    ...(await mapYielding(runs, runDates)),
    ...(await mapYielding(data.shows, (show) => bookingDate(show, runsOfShow.get(show.id) ?? []))),
    ...(await mapYielding(data.members, (member) => {
      const run = runOf.get(member.production_id);
      const role = member.role_id === null ? null : roleOf(member.role_id);
      return run ? engagementDates(member, run, personOf(member.person_id), role) : [];
    })),
  ];
  return dates.flat();
}

async function runsOf({ shows, theatres, productions, members }: CalendarData): Promise<Run[]> {
  const showOf = await indexById(shows);
  const theatreOf = await indexById(theatres);
  const membersOf = groupBy(members, (member) => member.production_id);
  return productions.map((production) => ({
    production,
    show: showOf(production.show_id),
    theatre: theatreOf(production.theatre_id),
    days: runOfProduction(production),
    members: membersOf.get(production.id) ?? [],
  }));
}

function runDates(run: Run): CalendarDate[] {
  const { id, first_preview, press_night, opening_date, closing_date, booking_url } = run.production;
  const { name } = run.show;
  const days = [
    ["first-preview", first_preview, `${name}: first preview`],
    ["opening", opening_date, press_night === null ? `${name}: opening` : `${name}: press night`],
    ["closing", closing_date, `${name}: last performance`],
  ] as const;
  return days.flatMap(([kind, date, summary]): CalendarDate[] => {
    if (date === null) return [];
    const feeds = feedsOf([run], date);
    return [
      {
        id: `production-${id}-${kind}`,
        kind,
        date,
        summary,
        description: null,
        ...placeOf(run.theatre),
        url: booking_url,
        feeds,
      },
    ];
  });
}

/** A show has one last bookable day; it stands where the show plays on that day. */
function bookingDate({ id, name, booking_until: date }: Show, runs: readonly Run[]): CalendarDate[] {
  if (date === null) return [];
  const playing = runs.filter(({ days }) => days.first <= date && (days.last === null || date <= days.last));
  const [only, ...others] = playing;
  const place = only && others.length === 0 ? placeOf(only.theatre) : nowhere;
  const url = only && others.length === 0 ? only.production.booking_url : null;
  const feeds = [...new Set([`shows/${id}`, ...feedsOf(playing, date)])].sort();
  const summary = `${name}: last bookable day`;
  return [{ id: `show-${id}-booking`, kind: "booking", date, summary, description: null, ...place, url, feeds }];
}

function engagementDates(member: Member, run: Run, person: Person, role: Role | null): CalendarDate[] {
  const feeds = [`people/${person.id}`, `shows/${run.show.id}`, `theatres/${run.theatre.id}`];
  const description = role ? `${role.name} (${member.role_type})` : member.role_type;
  const more = { description, ...placeOf(run.theatre), url: run.production.booking_url, feeds };
  return member.engagements.flatMap(({ from, to }, index): CalendarDate[] => {
    const id = `cast-member-${member.id}-${index + 1}`;
    const joining = { id: `${id}-joining`, kind: "joining", summary: `${person.name} joins ${run.show.name}` } as const;
    const leaving = {
      id: `${id}-leaving`,
      kind: "leaving",
      summary: `${person.name} leaves ${run.show.name}`,
    } as const;
    return [
      ...(isDay(from) ? [{ ...joining, date: from, ...more }] : []),
      ...(isDay(to) ? [{ ...leaving, date: to, ...more }] : []),
    ];
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
    return first <= date && (last === null || date <= last);
  });
}

const nowhere = { location: null, lat: null, lng: null };

function placeOf({ name, address, postcode, lat, lng }: Theatre): Pick<CalendarDate, "location" | "lat" | "lng"> {
  return { location: [name, address, postcode].filter((part) => part !== null).join(", "), lat, lng };
}

function isDay(partial: string | null): partial is string {
  return partial?.length === "YYYY-MM-DD".length;
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
