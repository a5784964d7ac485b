import "server-only";
import { dayName } from "../../core/clock.ts";
import type { Database } from "../../db/database.ts";
import { log } from "../../core/log.ts";
import { routeName, type RecordedRoute } from "../../core/request-metrics.ts";
import { keyOfSubject } from "../../http/access/key.ts";
import { maxFailedRequests, writeKeyRequests, type FailedKeyRequest, type RouteUse } from "./request-queries.ts";

const flushMilliseconds = 5_000;
/** Of all keys together, so that many keys can't fill the memory; about 3 MB. */
const maxWaiting = 5_000;

/** By day, subject and route. */
type Uses = Map<string, RouteUse>;
/** By key, the latest last. */
type Failures = Map<string, FailedKeyRequest[]>;
const classes = ["2xx", "3xx", "4xx", "5xx"] as const;

/**
 * Records how the requests of keys were answered, for their owners. It only counts in memory while a request is handled,
 * and writes every few seconds: a killed process loses what it has not written, but never a count of the limiter.
 */
export class KeyRequestRecorder {
  readonly #database: Database;
  #uses: Uses = new Map();
  #failures: Failures = new Map();
  #waiting = 0;
  #lastWrite: Promise<void> = Promise.resolve();
  #isWritten = true;
  readonly #timer: NodeJS.Timeout;

  constructor(database: Database) {
    this.#database = database;
    this.#timer = setInterval(() => void this.flush(), flushMilliseconds).unref();
  }

  /** Counts a request that the limiter has admitted. @param subject `key:…`. @param day days since 1970-01-01. */
  addCounted(subject: string, day: number, route: RecordedRoute): void {
    this.#useOf(subject, day, route).counted += 1;
  }

  addAnswer(subject: string, day: number, route: RecordedRoute, status: number): void {
    const member = classes[Math.floor(status / 100) - 2];
    if (member) this.#useOf(subject, day, route)[member] += 1;
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

  #useOf(subject: string, day: number, route: RecordedRoute): RouteUse {
    const name = routeName(route);
    const place = `${day} ${subject} ${name}`;
    let use = this.#uses.get(place);
    if (!use) {
      use = { key_id: keyOfSubject(subject), date: dayName(day), route: name, ...noUse };
      this.#uses.set(place, use);
    }
    return use;
  }

  async #write(): Promise<void> {
    const [uses, failures] = [this.#uses, this.#failures];
    if (uses.size + failures.size === 0) return;
    this.#uses = new Map();
    this.#failures = new Map();
    this.#waiting = 0;
    try {
      await writeKeyRequests(this.#database, [...uses.values()], [...failures.values()].flat());
      if (!this.#isWritten) log.info("The requests of keys are written again.");
      this.#isWritten = true;
    } catch (error) {
      if (this.#isWritten) log.warn({ err: error }, "The requests of keys can't be written. It will be retried.");
      this.#isWritten = false;
      this.#putBack(uses, failures);
    }
  }

  #putBack(uses: Uses, failures: Failures): void {
    for (const [place, use] of uses) {
      const since = this.#uses.get(place);
      for (const member of [...classes, "counted"] as const) use[member] += since?.[member] ?? 0;
      this.#uses.set(place, use);
    }
    const later = this.#failures;
    this.#failures = new Map();
    this.#waiting = 0;
    for (const list of [...failures.values(), ...later.values()]) for (const failure of list) this.addFailure(failure);
  }
}

const noUse = { "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0, counted: 0 };
