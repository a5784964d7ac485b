import "server-only";
import type { PrismaClient } from "../db/generated/client.ts";
import { log } from "../log.ts";
import { castMembers } from "../resources/cast-members/resource.ts";
import { people } from "../resources/people/resource.ts";
import { productions } from "../resources/productions/resource.ts";
import { roles } from "../resources/roles/resource.ts";
import { shows } from "../resources/shows/resource.ts";
import { theatres } from "../resources/theatres/resource.ts";
import { readConsistently } from "../snapshots/queries.ts";
import type { SnapshotSource } from "../snapshots/snapshot-cache.ts";
import { mapYielding } from "../yielding.ts";
import { calendarDates, type CalendarData, type CalendarDate } from "./calendar-dates.ts";
import { calendarPage, storeEvents, versionPage, type CalendarEvent } from "./queries.ts";

const maxTries = 3;

/**
 * Every date of the calendars in one version of the data, and every date that was withdrawn. Loading it compares the
 * data with the dates that were last served and stores what differs, so that `SEQUENCE` rises and a withdrawn date is
 * cancelled, also when an import or SQL changed the data. All instances serve what is stored.
 */
export const calendarSource: SnapshotSource<PrismaClient> = {
  path: "calendars",
  load: async (prisma) => {
    const events = await currentEvents(prisma);
    return mapYielding(events, (event) => {
      const json = JSON.stringify(event);
      return { id: event.id, record: json, entry: json, filterValues: {} };
    });
  },
};

async function currentEvents(prisma: PrismaClient): Promise<CalendarEvent[]> {
  for (let tries = 1; ; tries += 1) {
    const { data, stored, version } = await readCalendar(prisma);
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

async function readCalendar(
  prisma: PrismaClient,
): Promise<{ data: CalendarData; stored: CalendarEvent[]; version: bigint }> {
  const [versions, stored, ...rows] = await readConsistently(prisma, [
    versionPage,
    calendarPage,
    shows.repository.page,
    theatres.repository.page,
    people.repository.page,
    roles.repository.page,
    productions.repository.rows,
    castMembers.repository.rows,
  ]);
  const [allShows, allTheatres, allPeople, allRoles, allProductions, members] = rows;
  return {
    data: {
      shows: allShows,
      theatres: allTheatres,
      people: allPeople,
      roles: allRoles,
      // The schemas parsed the fields of these rows when they were written.
      productions: allProductions as unknown as CalendarData["productions"],
      members: members as unknown as CalendarData["members"],
    },
    stored,
    version: versions[0]?.value ?? 0n,
  };
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
