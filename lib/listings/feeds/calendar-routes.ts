import "server-only";
import type { Route } from "../../http/route.ts";
import { survivorOf } from "../../records/successor.ts";
import { notFoundError, type Resource } from "../../records/resource.ts";
import { resources } from "../../resources/resources.ts";
import { Representation } from "../../catalogue/representation.ts";
import { dayInLondon } from "../../core/dates.ts";
import { calendarsOf, type Calendars } from "./calendars.ts";
import { calendarText } from "./calendar-text.ts";
import { publicFileRoute, type FileContext } from "./public-file.ts";
import type { CalendarEvent } from "./calendar-event-queries.ts";

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
      const events = (await readCalendars(context)).of(`${path}/${id}`);
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

async function readCalendars({ infrastructure, versions }: FileContext): Promise<Calendars> {
  await infrastructure.catalogue.reach(versions.data);
  const calendars = calendarsOf(infrastructure);
  await calendars.update();
  return calendars;
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
}
