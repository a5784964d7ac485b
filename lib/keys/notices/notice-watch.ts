import "server-only";
import { log } from "../../core/log.ts";
import { Poll, type Idleness } from "../../core/poll.ts";
import { tellDueNotices, type DueContext } from "./due-notices.ts";

const pauseMilliseconds = 60_000;

/**
 * Looks once a minute for owners to tell, and rarely while the service is not used. Each instance does, and the table of
 * notices lets only one tell it. The letters are sent at once: without a request, their sender would not look for an hour.
 */
export class NoticeWatch {
  readonly #context: DueContext;
  readonly #sendLetters: () => Promise<void>;
  readonly #poll: Poll;
  #nextLook = 0;
  #lastLook: Promise<boolean>;

  constructor(context: DueContext, idleness: Idleness, sendLetters: () => Promise<void>) {
    this.#context = context;
    this.#sendLetters = sendLetters;
    this.#poll = new Poll(pauseMilliseconds, idleness, () => this.look());
    this.#lastLook = this.look();
  }

  /**
   * Looks if it did not within the last minute: for hosts that suspend a process between requests, and its timers with
   * it.
   */
  async lookWhenDue(): Promise<void> {
    if (performance.now() >= this.#nextLook) await this.look();
  }

  async close(): Promise<void> {
    this.#poll.close();
    await this.#lastLook;
  }

  /** @returns whether anyone was told. Never throws. */
  look(): Promise<boolean> {
    this.#nextLook = performance.now() + pauseMilliseconds;
    const told = tellDueNotices(this.#context, null).catch((error: unknown) => {
      log.warn({ err: error }, "Owners were not told about the use of their keys. It will be retried.");
      this.#poll.workWithin(pauseMilliseconds);
      return false;
    });
    return (this.#lastLook = told.then(async (hasTold) => {
      if (hasTold) await this.#sendLetters();
      return hasTold;
    }));
  }
}
