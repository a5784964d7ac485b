import "server-only";
import type { Route } from "../../http/route.ts";
import { survivorOf } from "../../records/successor.ts";
import { notFoundError, type Resource } from "../../records/resource.ts";
import { resourceAt, resources } from "../../resources/resources.ts";
import type { Row } from "../../catalogue/row.ts";
import { Representation } from "../../catalogue/representation.ts";
import { dayAfter, dayInLondon } from "../../core/dates.ts";
import { calendarsOf, type Calendars } from "./calendars.ts";
import type { CalendarProperties } from "./calendar-text.ts";
import { publicFileRoute, type FileContext } from "./public-file.ts";
import { performanceEvents, type CalendarEvent } from "./calendar-dates.ts";

const datesDescription = "Openings, closings, last bookable days, and who joins and leaves.";
const guide = "/docs/guides/calendars-and-downloads";
const withdrawnDays = 90;
const recentDays = 90;

/** `/feeds/west-end.ics`: every date from 90 days back. */
const westEndRoute = publicFileRoute({
  root: "feeds",
  path: "/west-end.ics",
  make: async (context) => {
    const first = dayAfter(context.today, -recentDays);
    const events = (await readCalendars(context)).all.filter(({ date }) => date >= first);
    return calendarOf(context, "west-end.ics", { name: "West End theatre", description: datesDescription, events });
  },
});

interface CalendarContent extends Omit<CalendarProperties, "addresses"> {
  readonly events: readonly CalendarEvent[];
}

/** @param end what stands behind the id in its address. */
function recordCalendarRoute(
  resource: Resource,
  end: `${string}.ics`,
  contentOf: (context: FileContext, record: Row) => CalendarContent | Promise<CalendarContent>,
): Route {
  const { path } = resource;
  const addressOf = (id: string) => `${path}/${encodeURIComponent(id)}${end}`;
  return publicFileRoute({
    root: "feeds",
    path: `/${path}/{id}${end}`,
    prepare: async (context) => {
      const id = context.params["id"] ?? "";
      const { catalogue } = context.infrastructure;
      await catalogue.reach(context.versions.data);
      if (catalogue.row(path, id)) return null;
      const survivor = await survivorOf(resource, id, context);
      if (survivor === null) throw notFoundError(resource);
      return `/feeds/${addressOf(survivor)}`;
    },
    make: async (context) => {
      const id = context.params["id"] ?? "";
      const row = context.infrastructure.catalogue.row(path, id);
      // Deleted since it was found.
      if (!row) throw notFoundError(resource);
      return calendarOf(context, addressOf(id), await contentOf(context, row));
    },
  });
}

const nameOfRecord = ({ record }: Row) => String(record["name"]);

/** `/feeds/shows/{id}.ics`, and the same of theatres and people: every date that is known. */
const datesRoute = (resource: Resource) =>
  recordCalendarRoute(resource, ".ics", async (context, record) => ({
    name: nameOfRecord(record),
    description: datesDescription,
    events: (await readCalendars(context)).of(`${resource.path}/${record.id}`),
  }));

/** `/feeds/shows/{id}/performances.ics` (contract §27). */
const performancesRoute = recordCalendarRoute(resourceAt("shows"), "/performances.ics", (context, show) => ({
  name: `${nameOfRecord(show)}: performances`,
  description: "Each performance of the next 60 days, as far as its time is known.",
  events: performanceEvents(context.infrastructure.catalogue, show, context.today),
}));

export const calendarRoutes: readonly Route[] = [
  westEndRoute,
  ...resources.filter(({ hasCalendar }) => hasCalendar).map(datesRoute),
  performancesRoute,
];

/** @param address below `/feeds/`. */
async function calendarOf({ origin, today }: FileContext, address: string, { events, ...properties }: CalendarContent) {
  const first = dayAfter(today, -withdrawnDays);
  const shown = events.filter(({ cancelled_at: at }) => at === null || dayInLondon(Date.parse(at)) >= first);
  const addresses = origin === null ? null : { source: `${origin}/feeds/${address}`, url: `${origin}${guide}` };
  // Its package is loaded for the first calendar.
  const { calendarText } = await import("./calendar-text.ts");
  return new Representation(await calendarText({ ...properties, addresses }, shown), "text/calendar; charset=utf-8");
}

async function readCalendars({ infrastructure, versions }: FileContext): Promise<Calendars> {
  await infrastructure.catalogue.reach(versions.data);
  const calendars = calendarsOf(infrastructure);
  await calendars.update();
  return calendars;
}
