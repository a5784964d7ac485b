import "server-only";
import { log } from "../log.ts";
import { tellDueNotices, type DueContext } from "./due-notices.ts";

const pauseMilliseconds = 60_000;

/** Looks once a minute for owners to tell. Each instance does, and the table of notices lets only one tell it. */
export class NoticeWatch {
  readonly #context: DueContext;
  readonly #timer: NodeJS.Timeout;
  #nextLook = 0;
  #lastLook: Promise<boolean>;

  constructor(context: DueContext) {
    this.#context = context;
    this.#timer = setInterval(() => void this.#look(), pauseMilliseconds).unref();
    this.#lastLook = this.#look();
  }

  /**
   * Looks if it did not within the last minute: for hosts that suspend a process between requests, and its timers with
   * it.
   *
   * @returns whether anyone was told.
   */
  async lookWhenDue(): Promise<boolean> {
    return performance.now() >= this.#nextLook && this.#look();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#lastLook;
  }

  #look(): Promise<boolean> {
    this.#nextLook = performance.now() + pauseMilliseconds;
    return (this.#lastLook = tellDueNotices(this.#context, null).catch((error: unknown) => {
      log.warn({ err: error }, "Owners were not told about the use of their keys. It will be retried.");
      return false;
    }));
  }
}
