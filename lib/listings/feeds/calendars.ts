import "server-only";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { replacedRows, type List } from "../../catalogue/list.ts";
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
  readonly ids: readonly string[];
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
  readonly #shows = new Map<string, ShowDates>();
  readonly #stored = new Map<string, CalendarEvent>();
  /** Every stored event up to this number is known. */
  #number = -1;
  /** What the data have of dates that may differ from what is stored; null: the date was withdrawn. */
  readonly #open = new Map<string, CalendarDate | null>();
  /** Those that may differ from what is served. */
  readonly #touched = new Set<string>();
  readonly #served = new Map<string, CalendarEvent>();
  #all: readonly CalendarEvent[] = [];
  readonly #ofFeed = new Map<string, readonly CalendarEvent[]>();

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
    if (this.#open.size === 0 && isSame(this.#lists, this.#currentLists())) return;
    for (let tries = 1; tries <= maxTries; tries += 1) {
      const { data, calendars } = await readNumbers(this.#prisma);
      await this.#catalogue.reach(data);
      this.#takeStored(await readEvents(this.#prisma, this.#number));
      const version = await this.#readShows();
      this.#number = calendars;
      const changed = this.#differing();
      await this.#serve();
      if (changed.length === 0) return this.#open.clear();
      if (!(await this.#store(changed, version))) return;
    }
  }

  #currentLists(): List[] {
    return resources.map((path) => this.#catalogue.list(path));
  }

  /** Opens the dates of shows of which a row has changed. @returns the version of the data that they are made from. */
  async #readShows(): Promise<number> {
    const isFirst = this.#lists.length === 0;
    // All rows are taken in one turn of the event loop, so they are of one version.
    const version = this.#catalogue.version ?? 0;
    const lists = this.#currentLists();
    const shows = [...this.#catalogue.list("shows")].map((show) => rowsOfShow(this.#catalogue, show));
    const changed = shows.filter(({ show, all }) => !isSame(this.#shows.get(show.id)?.rows, all));
    const known = new Set(shows.map(({ show }) => show.id));
    const gone = [...this.#shows.keys()].filter((id) => !known.has(id));

    const dates = await mapYielding(changed, datesOfShow);
    for (const id of [...gone, ...changed.map(({ show }) => show.id)])
      for (const date of this.#shows.get(id)?.ids ?? []) this.#openDate(date, null);
    for (const id of gone) this.#shows.delete(id);
    for (const [index, { show, all: rows }] of changed.entries()) {
      const showDates = dates[index] ?? [];
      this.#shows.set(show.id, { rows, ids: showDates.map(({ id }) => id) });
      for (const date of showDates) this.#openDate(date.id, date);
    }
    if (isFirst) for (const id of this.#stored.keys()) if (!this.#open.has(id)) this.#openDate(id, null);
    this.#lists = lists;
    return version;
  }

  #openDate(id: string, date: CalendarDate | null): void {
    this.#open.set(id, date);
    this.#touched.add(id);
  }

  /** The event of an open date as it is to be served; the stored one itself when that says the same. */
  #eventOf(id: string, now: string): CalendarEvent | null {
    const stored = this.#stored.get(id) ?? null;
    const date = this.#open.get(id);
    if (date === undefined) return stored;
    if (date !== null) return eventOf(date, stored, now);
    return stored && cancelledEvent(stored, now);
  }

  #differing(): CalendarEvent[] {
    const now = new Date().toISOString();
    return [...this.#open.keys()].flatMap((id) => {
      const event = this.#eventOf(id, now);
      return event === null || event === this.#stored.get(id) ? [] : [event];
    });
  }

  #takeStored(events: readonly StoredEvent[]): void {
    for (const event of events) {
      this.#stored.set(event.id, event);
      this.#touched.add(event.id);
    }
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

  /** Puts the events that have changed in their places. */
  async #serve(): Promise<void> {
    const now = new Date().toISOString();
    const removed = new Set<CalendarEvent>();
    const added: CalendarEvent[] = [];
    for (const id of this.#touched) {
      const [before, after] = [this.#served.get(id), this.#eventOf(id, now)];
      if (before === (after ?? undefined)) continue;
      if (before) removed.add(before);
      if (after) added.push(after);
    }
    const sorted = await sortYielding(added, byDate);
    const feeds = new Map<string, CalendarEvent[]>();
    await mapYielding([...removed, ...sorted], (event, index) => {
      for (const feed of event.feeds) {
        const others = feeds.get(feed) ?? [];
        if (index >= removed.size) others.push(event);
        feeds.set(feed, others);
      }
    });
    await mapYielding([...feeds], ([feed, more]) =>
      this.#ofFeed.set(feed, replacedRows(this.of(feed), removed, more, byDate)),
    );
    this.#all = replacedRows(this.#all, removed, sorted, byDate);
    for (const { id } of removed) this.#served.delete(id);
    for (const event of sorted) this.#served.set(event.id, event);
    this.#touched.clear();
  }
}

/** Those of a process. */
export const calendarsOf = memoize((infrastructure: Infrastructure) => new Calendars(infrastructure));

function isSame(before: readonly unknown[] | undefined, now: readonly unknown[]): boolean {
  return before?.length === now.length && before.every((row, index) => row === now[index]);
}

/** What tells a reader of the calendar something new. */
const texts = ["date", "summary", "description", "location", "lat", "lng", "url"] as const;

function eventOf(date: CalendarDate, stored: CalendarEvent | null, now: string): CalendarEvent {
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
