import "server-only";
import { shortAddress } from "../core/client-address.ts";
import { dayName } from "../core/clock.ts";
import type { Database } from "../db/database.ts";
import { log } from "../core/log.ts";
import { keyOfSubject } from "./count-subject.ts";
import {
  maxFailedRequests,
  maxNetworks,
  writeKeyRequests,
  type FailedKeyRequest,
  type NetworkUse,
  type RouteUse,
} from "./request-queries.ts";
import type { RouteUsage } from "./schema.browser.ts";

const flushMilliseconds = 5_000;
/** Of all keys together, so that many keys can't fill the memory; about 3 MB. */
const maxWaiting = 5_000;

/** A route, by identity; null: an unknown path. */
type RecordedRoute = {
  readonly path: string;
  readonly root?: string;
  readonly name?: string;
  readonly isHidden?: unknown;
} | null;

type Counts = Omit<RouteUsage, "date" | "route">;
type Member = keyof Counts;
/** By day, the subject that the key counts on, and route. */
type Uses = Map<number, Map<string, Map<RecordedRoute, Counts>>>;
/** By key, the latest last. */
/** By day and key, the addresses since the last write. */
type Addresses = Map<number, Map<string, Set<string>>>;
type Failures = Map<string, FailedKeyRequest[]>;
const classes: readonly Member[] = ["2xx", "3xx", "4xx", "5xx"];

/**
 * Records how the requests of keys were answered, for their owners. It only counts in memory while a request is handled,
 * and writes every few seconds: a killed process loses what it has not written, but never a count of the limiter.
 */
export class KeyRequestRecorder {
  readonly #database: Database;
  #uses: Uses = new Map();
  #addresses: Addresses = new Map();
  #failures: Failures = new Map();
  #waiting = 0;
  #lastWrite: Promise<void> = Promise.resolve();
  #isWritten = true;
  readonly #timer: NodeJS.Timeout;

  constructor(database: Database) {
    this.#database = database;
    this.#timer = setInterval(() => void this.flush(), flushMilliseconds).unref();
  }

  /**
   * Counts a request that the limiter has counted as admitted.
   *
   * @param subject `key:…`. @param day days since 1970-01-01.
   */
  addCounted(subject: string, day: number, route: RecordedRoute): void {
    this.#countsOf(subject, day, route).counted += 1;
  }

  /** Counts an answer by the class of its status. */
  addAnswer(subject: string, day: number, route: RecordedRoute, status: number): void {
    const member = classes[Math.floor(status / 100) - 2];
    if (member) this.#countsOf(subject, day, route)[member] += 1;
  }

  /** Notes from where a key is used. Only the network is written. */
  addAddress(keyId: string, day: number, address: string): void {
    const keys = this.#addresses.get(day) ?? newEntry(this.#addresses, day);
    let addresses = keys.get(keyId);
    if (!addresses) keys.set(keyId, (addresses = new Set()));
    if (addresses.size < maxNetworks) addresses.add(address);
  }

  /** Keeps a failed request: the last ones of each key, as long as there is room. */
  addFailure(failure: FailedKeyRequest): void {
    const failures = this.#failures.get(failure.key_id) ?? [];
    if (failures.length >= maxFailedRequests) failures.shift();
    else if (this.#waiting >= maxWaiting) return;
    else this.#waiting += 1;
    failures.push(failure);
    this.#failures.set(failure.key_id, failures);
  }

  /** Resolves when everything recorded so far is in the database, or could not be written. Never throws. */
  flush(): Promise<void> {
    // In turn: a slow database must not get several writes at once.
    this.#lastWrite = this.#lastWrite.then(() => this.#write());
    return this.#lastWrite;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  #countsOf(subject: string, day: number, route: RecordedRoute): Counts {
    const subjects = this.#uses.get(day) ?? newEntry(this.#uses, day);
    const routes = subjects.get(subject) ?? newEntry(subjects, subject);
    let counts = routes.get(route);
    if (!counts) routes.set(route, (counts = { "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0, counted: 0 }));
    return counts;
  }

  async #write(): Promise<void> {
    const [uses, addresses, failures] = [this.#uses, this.#addresses, this.#failures];
    if (uses.size + addresses.size + failures.size === 0) return;
    this.#uses = new Map();
    this.#addresses = new Map();
    this.#failures = new Map();
    this.#waiting = 0;
    try {
      await writeKeyRequests(this.#database, rowsOf(uses), [...failures.values()].flat(), networksOf(addresses));
      if (!this.#isWritten) log.info("The requests of keys are written again.");
      this.#isWritten = true;
    } catch (error) {
      if (this.#isWritten) log.warn({ err: error }, "The requests of keys can't be written. It will be retried.");
      this.#isWritten = false;
      this.#putBack(uses, addresses, failures);
    }
  }

  #putBack(uses: Uses, addresses: Addresses, failures: Failures): void {
    for (const [day, subjects] of uses)
      for (const [subject, routes] of subjects)
        for (const [route, counts] of routes) {
          const since = this.#countsOf(subject, day, route);
          for (const member of [...classes, "counted"] as const) since[member] += counts[member];
        }
    for (const [day, keys] of addresses)
      for (const [key, some] of keys) for (const address of some) this.addAddress(key, day, address);
    const later = this.#failures;
    this.#failures = new Map();
    this.#waiting = 0;
    for (const list of [...failures.values(), ...later.values()]) for (const failure of list) this.addFailure(failure);
  }
}

function newEntry<Key, EntryKey, Entry>(map: Map<Key, Map<EntryKey, Entry>>, key: Key): Map<EntryKey, Entry> {
  const entry = new Map<EntryKey, Entry>();
  map.set(key, entry);
  return entry;
}

function rowsOf(uses: Uses): RouteUse[] {
  return [...uses].flatMap(([day, subjects]) =>
    [...subjects].flatMap(([subject, routes]) =>
      [...routes].map(([route, counts]) => ({
        key_id: keyOfSubject(subject),
        date: dayName(day),
        route: routeName(route),
        ...counts,
      })),
    ),
  );
}

function networksOf(addresses: Addresses): NetworkUse[] {
  return [...addresses].flatMap(([day, keys]) =>
    [...keys].flatMap(([key_id, some]) => {
      const networks = new Set([...some].flatMap((address) => shortAddress(address) ?? []));
      return [...networks].map((network) => ({ key_id, date: dayName(day), network }));
    }),
  );
}

/** As in the access log; null for an unknown path, and for a route that looks like one to callers without its token. */
export function routeName(route: RecordedRoute): string | null {
  if (!route || route.isHidden) return null;
  return route.name ?? `/${route.root ?? "api"}${route.path}`;
}
