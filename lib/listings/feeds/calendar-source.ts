import "server-only";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import type { Row } from "../../catalogue/row.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { log } from "../../core/log.ts";
import type { ResourcePath } from "../../resources/resource-views.browser.ts";
import { readAllPages } from "../../catalogue/representation-queries.ts";
import { mapYielding } from "../../core/yielding.ts";
import { calendarDates, type CalendarData, type CalendarDate } from "./calendar-dates.ts";
import { calendarPage, readDataVersion, storeEvents, type CalendarEvent } from "./queries.ts";

const maxTries = 3;

/**
 * Every date of the calendars, and every date that was withdrawn. The data are compared with the dates that were last
 * served, and what differs is stored, so that `SEQUENCE` rises and a withdrawn date is cancelled, also when an import or
 * SQL changed the data. All instances serve what is stored.
 *
 * @param read notes which data the dates are made from.
 */
export async function currentEvents(
  { catalogue, database: { prisma } }: Pick<Infrastructure, "catalogue" | "database">,
  read: () => Promise<CalendarData>,
): Promise<CalendarEvent[]> {
  for (let tries = 1; ; tries += 1) {
    await catalogue.reach(await readDataVersion(prisma));
    const [reading, version] = [read(), catalogue.version ?? 0];
    const data = await reading;
    const stored = await readAllPages(prisma, calendarPage);
    const { events, changed } = await compareDates(await calendarDates(data), stored);
    if (changed.length === 0 || tries > maxTries) return events;
    try {
      // Read again afterwards, because another instance may have stored something first.
      await storeEvents(prisma, changed, version);
    } catch (error) {
      // On a full disk or a standby, calendars are served all the same.
      log.warn({ err: error }, "Changed dates of the calendars were not stored. The next change will store them.");
      return events;
    }
  }
}

/**
 * The data that calendars are made of, as they are when it is called. The schemas parsed their fields when they were
 * written.
 */
export async function calendarData(read: CatalogueReader): Promise<CalendarData> {
  const recordsOf = <Known>(path: ResourcePath, show: (row: Row) => object) =>
    mapYielding([...read.list(path)], show) as Promise<Known[]>;
  const recordOf = ({ record }: Row) => record;
  const withDetails = ({ record, details }: Row) => ({ ...details, ...record });
  const [shows, theatres, people, roles, productions, members] = await Promise.all([
    recordsOf<CalendarData["shows"][number]>("shows", recordOf),
    recordsOf<CalendarData["theatres"][number]>("theatres", recordOf),
    recordsOf<CalendarData["people"][number]>("people", recordOf),
    recordsOf<CalendarData["roles"][number]>("roles", recordOf),
    recordsOf<CalendarData["productions"][number]>("productions", withDetails),
    recordsOf<CalendarData["members"][number]>("cast-members", withDetails),
  ]);
  return { shows, theatres, people, roles, productions, members };
}

/** What tells a reader of the calendar something new. */
const texts = ["date", "summary", "description", "location", "lat", "lng", "url"] as const;

/** @returns all dates as they are to be served, and those of them that differ from what is stored. */
async function compareDates(
  dates: readonly CalendarDate[],
  stored: readonly CalendarEvent[],
): Promise<{ events: CalendarEvent[]; changed: CalendarEvent[] }> {
  const storedOf = new Map(stored.map((event) => [event.id, event]));
  const now = new Date().toISOString();
  const events = await mapYielding(dates, (date) => eventOf(date, storedOf.get(date.id), now));
  const standing = new Set(dates.map(({ id }) => id));
  const withdrawn = stored.filter(({ id }) => !standing.has(id)).map((event) => cancelledEvent(event, now));
  const all = [...events, ...withdrawn];
  return { events: all, changed: all.filter((event) => storedOf.get(event.id) !== event) };
}

/** The date as it is to be served; `before` itself when it says the same. */
function eventOf(date: CalendarDate, before: CalendarEvent | undefined, now: string): CalendarEvent {
  if (!before) return { ...date, sequence: 0, changed_at: now, cancelled_at: null };
  const isSame = before.cancelled_at === null && texts.every((name) => before[name] === date[name]);
  if (!isSame) return { ...date, sequence: before.sequence + 1, changed_at: now, cancelled_at: null };
  return before.feeds.join() === date.feeds.join() ? before : { ...before, feeds: date.feeds };
}

function cancelledEvent(event: CalendarEvent, now: string): CalendarEvent {
  if (event.cancelled_at !== null) return event;
  return { ...event, sequence: event.sequence + 1, changed_at: now, cancelled_at: now };
}
