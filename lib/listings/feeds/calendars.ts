import "server-only";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import type { List } from "../../catalogue/list.ts";
import { log } from "../../core/log.ts";
import { memoize } from "../../core/memoize.browser.ts";
import { mapYielding, sortYielding } from "../../core/yielding.ts";
import type { PrismaClient } from "../../db/generated/client.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { datesOfShow, rowsOfShow, type CalendarDate, type CalendarEvent } from "./calendar-dates.ts";
import { readEvents, readNumbers, storeEvents, type StoredEvent } from "./calendar-event-queries.ts";

const maxTries = 4;
const resources = ["shows", "theatres", "productions", "cast-members"];

/** The dates of a show, and the rows that they are made from. */
interface ShowDates {
  readonly rows: readonly unknown[];
  readonly dates: readonly CalendarDate[];
}

/**
 * Every date of the calendars, and every date that was withdrawn. The dates of a show are made again when one of its
 * rows changes. They are compared with those that were last served, and what differs is stored, so that `SEQUENCE` rises
 * and a withdrawn date is cancelled, also when an import or SQL changed the data. All instances serve what is stored.
 */
export class Calendars {
  readonly #catalogue: Catalogue;
  readonly #prisma: PrismaClient;
  /** Of the resources, when the shows' dates were last made. */
  #lists: readonly List[] = [];
  #shows: ReadonlyMap<string, ShowDates> = new Map();
  readonly #stored = new Map<string, CalendarEvent>();
  /** Every stored event up to this number is known. */
  #number = -1;
  /** Whether what is served is stored, and is of these lists. */
  #isStored = false;
  #all: readonly CalendarEvent[] = [];
  #ofFeed: ReadonlyMap<string, readonly CalendarEvent[]> = new Map();

  constructor({ catalogue, database }: Pick<Infrastructure, "catalogue" | "database">) {
    [this.#catalogue, this.#prisma] = [catalogue, database.prisma];
  }

  /** All dates, in order. */
  get all(): readonly CalendarEvent[] {
    return this.#all;
  }

  /** Those of one calendar. @param feed `shows/hamilton`. */
  of(feed: string): readonly CalendarEvent[] {
    return this.#ofFeed.get(feed) ?? [];
  }

  /** Brings them up to date with the catalogue. Files are made one at a time, so no two calls overlap. */
  async update(): Promise<void> {
    if (this.#isStored && isSame(this.#lists, this.#currentLists())) return;
    this.#isStored = false;
    for (let tries = 1; tries <= maxTries; tries += 1) {
      const { data, calendars } = await readNumbers(this.#prisma);
      await this.#catalogue.reach(data);
      this.#takeStored(await readEvents(this.#prisma, this.#number));
      this.#number = calendars;
      const { version, dates } = await this.#currentDates();
      const changed = await this.#serve(dates);
      this.#isStored = changed.length === 0;
      if (this.#isStored || !(await this.#store(changed, version))) return;
    }
  }

  #currentLists(): List[] {
    return resources.map((path) => this.#catalogue.list(path));
  }

  /** The dates of all shows, and the version of the data that they are made from. */
  async #currentDates(): Promise<{ version: number; dates: readonly CalendarDate[] }> {
    // All rows are taken in one turn of the event loop, so they are of one version.
    const version = this.#catalogue.version ?? 0;
    this.#lists = this.#currentLists();
    const shows = [...this.#catalogue.list("shows")].map((show) => rowsOfShow(this.#catalogue, show));
    const entries = await mapYielding(shows, (rows): [id: string, ShowDates] => {
      const known = this.#shows.get(rows.show.id);
      const isKnown = known && isSame(known.rows, rows.all);
      return [rows.show.id, isKnown ? known : { rows: rows.all, dates: datesOfShow(rows) }];
    });
    this.#shows = new Map(entries);
    return { version, dates: entries.flatMap(([, { dates }]) => dates) };
  }

  #takeStored(events: readonly StoredEvent[]): void {
    for (const event of events) this.#stored.set(event.id, event);
  }

  /** @returns whether it is to be read again, because another instance may have stored something first. */
  async #store(events: readonly CalendarEvent[], version: number): Promise<boolean> {
    try {
      for await (const stored of storeEvents(this.#prisma, events, version)) {
        this.#takeStored(stored);
        // Otherwise another instance has stored something in between, which is read next.
        if (stored[0]?.number === this.#number + 1) this.#number += 1;
      }
      return true;
    } catch (error) {
      // On a full disk or a standby, calendars are served all the same.
      log.warn({ err: error }, "Changed dates of the calendars were not stored. The next request tries again.");
      return false;
    }
  }

  /** Serves these dates, and the stored ones that are withdrawn. @returns those that are not stored as they are served. */
  async #serve(dates: readonly CalendarDate[]): Promise<CalendarEvent[]> {
    const now = new Date().toISOString();
    const ids = new Set(dates.map(({ id }) => id));
    const withdrawn = [...this.#stored.values()].filter(({ id }) => !ids.has(id));
    const events = [
      ...(await mapYielding(dates, (date) => eventOf(date, this.#stored.get(date.id), now))),
      ...(await mapYielding(withdrawn, (event) => cancelledEvent(event, now))),
    ];
    const all = await sortYielding(events, byDate);
    const ofFeed = new Map<string, CalendarEvent[]>();
    await mapYielding(all, (event) => {
      for (const feed of event.feeds) {
        const others = ofFeed.get(feed);
        if (others) others.push(event);
        else ofFeed.set(feed, [event]);
      }
    });
    [this.#all, this.#ofFeed] = [all, ofFeed];
    return events.filter((event) => event !== this.#stored.get(event.id));
  }
}

/** Those of a process. */
export const calendarsOf = memoize((infrastructure: Infrastructure) => new Calendars(infrastructure));

function isSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((row, index) => row === now[index]);
}

/** What tells a reader of the calendar something new. */
const texts = ["date", "summary", "description", "location", "lat", "lng", "url"] as const;

function eventOf(date: CalendarDate, stored: CalendarEvent | undefined, now: string): CalendarEvent {
  if (!stored) return { ...date, sequence: 0, changed_at: now, cancelled_at: null };
  const isUnchanged = stored.cancelled_at === null && texts.every((name) => stored[name] === date[name]);
  if (!isUnchanged) return { ...date, sequence: stored.sequence + 1, changed_at: now, cancelled_at: null };
  return stored.feeds.join() === date.feeds.join() ? stored : { ...stored, feeds: date.feeds };
}

function cancelledEvent(event: CalendarEvent, now: string): CalendarEvent {
  if (event.cancelled_at !== null) return event;
  return { ...event, sequence: event.sequence + 1, changed_at: now, cancelled_at: now };
}

function byDate(a: CalendarEvent, b: CalendarEvent): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
