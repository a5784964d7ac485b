import "server-only";
import type { Route } from "../../http/route.ts";
import { survivorOf } from "../../records/successor.ts";
import { notFoundError, type Resource } from "../../records/resource.ts";
import { resources } from "../../resources/resources.ts";
import { Representation } from "../../catalogue/representation.ts";
import { dayInLondon } from "../../core/dates.ts";
import { sortYielding, mapYielding } from "../../core/yielding.ts";
import { calendarData, currentEvents } from "./calendar-source.ts";
import { calendarText } from "./calendar-text.ts";
import { publicFileRoute, type FileContext } from "./public-file.ts";
import type { CalendarEvent } from "./queries.ts";

const description = "Openings, closings, last bookable days, and who joins and leaves.";
const guide = "/docs/guides/calendars-and-downloads";
const withdrawnDays = 90;
const recentDays = 90;

/** `/feeds/west-end.ics`: every date from 90 days back. */
const westEndRoute = publicFileRoute({
  root: "feeds",
  path: "/west-end.ics",
  make: async (context) => {
    const first = daysBefore(context.today, recentDays);
    const events = (await readCalendars(context)).all.filter(({ date }) => date >= first);
    return calendarOf(context, "west-end", "West End theatre", events);
  },
});

/** `/feeds/shows/{id}.ics`, and the same of theatres and people: every date that is known. */
function recordCalendarRoute(resource: Resource): Route {
  const { path } = resource;
  return publicFileRoute({
    root: "feeds",
    path: `/${path}/{id}.ics`,
    prepare: async (context) => {
      const id = context.params["id"] ?? "";
      const { catalogue } = context.infrastructure;
      await catalogue.reach(context.versions.data);
      if (catalogue.row(path, id)) return null;
      const survivor = await survivorOf(resource, id, context);
      if (survivor === null) throw notFoundError(resource);
      return `/feeds/${path}/${encodeURIComponent(survivor)}.ics`;
    },
    make: async (context) => {
      const id = context.params["id"] ?? "";
      const row = context.infrastructure.catalogue.row(path, id);
      // Deleted since it was found.
      if (!row) throw notFoundError(resource);
      const events = (await readCalendars(context)).ofFeed.get(`${path}/${id}`) ?? [];
      return calendarOf(context, `${path}/${encodeURIComponent(id)}`, String(row.record["name"]), events);
    },
  });
}

/** The calendars of contract §17. */
export const calendarRoutes: readonly Route[] = [
  westEndRoute,
  ...resources.filter(({ hasCalendar }) => hasCalendar).map(recordCalendarRoute),
];

async function calendarOf(
  { origin, today }: FileContext,
  address: string,
  name: string,
  events: readonly CalendarEvent[],
): Promise<Representation> {
  const first = daysBefore(today, withdrawnDays);
  const shown = events.filter(({ cancelled_at: at }) => at === null || dayInLondon(Date.parse(at)) >= first);
  const addresses = origin === null ? null : { source: `${origin}/feeds/${address}.ics`, url: `${origin}${guide}` };
  const properties = { name, description, addresses };
  return new Representation(await calendarText(properties, shown), "text/calendar; charset=utf-8");
}

/** All dates in order, and those of each record's calendar. */
interface Calendars {
  readonly all: readonly CalendarEvent[];
  readonly ofFeed: ReadonlyMap<string, readonly CalendarEvent[]>;
}

const bytesOfEvent = 1_024;

/** Compared and sorted once while the data are the same. Files are made one at a time. */
async function readCalendars({ infrastructure, versions }: FileContext): Promise<Calendars> {
  await infrastructure.catalogue.reach(versions.data);
  return infrastructure.derived.long(
    "calendars",
    async (read) => sortedCalendars(await currentEvents(infrastructure, () => calendarData(read))),
    ({ all }) => all.length * bytesOfEvent,
  );
}

async function sortedCalendars(events: readonly CalendarEvent[]): Promise<Calendars> {
  const all = await sortYielding(events, byDate);
  const ofFeed = new Map<string, CalendarEvent[]>();
  await mapYielding(all, (event) => {
    for (const feed of event.feeds) {
      const others = ofFeed.get(feed);
      if (others) others.push(event);
      else ofFeed.set(feed, [event]);
    }
  });
  return { all, ofFeed };
}

function byDate(a: CalendarEvent, b: CalendarEvent): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
}
