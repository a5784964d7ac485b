import "server-only";
import type { Clock } from "../core/clock.ts";
import type { Env } from "./env.ts";
import type { Host } from "./host.ts";
import { log } from "../core/log.ts";

/** How long an unknown address is reported after its request. */
const reportedMilliseconds = 60_000;

/** Notices when clients' addresses are unknown: all callers without a key then share one limit. */
export class ClientAddressMonitor {
  readonly #now: Clock;
  readonly #canBeUnknown: boolean;
  readonly #isAlwaysUnknown: boolean;
  #lastUnknown = Number.NEGATIVE_INFINITY;
  #isLogged = false;

  constructor(
    { CLIENT_ADDRESS, NODE_ENV }: Pick<Env, "CLIENT_ADDRESS" | "NODE_ENV">,
    host: Host,
    now: Clock = Date.now,
  ) {
    this.#now = now;
    // Our own server sees the peer of every connection.
    this.#canBeUnknown = NODE_ENV === "production" && (host === "next" || CLIENT_ADDRESS.from === "header");
    this.#isAlwaysUnknown = this.#canBeUnknown && host === "next" && CLIENT_ADDRESS.from === "peer";
    if (this.#isAlwaysUnknown) this.noteUnknown();
  }

  /** Whether the address of a request was unknown within the last minute. */
  get isUnknown(): boolean {
    return this.#isAlwaysUnknown || this.#now() - this.#lastUnknown < reportedMilliseconds;
  }

  /** Called for a request whose client's address is unknown. */
  noteUnknown(): void {
    if (!this.#canBeUnknown) return;
    this.#lastUnknown = this.#now();
    if (this.#isLogged) return;
    this.#isLogged = true;
    log.warn(
      "The addresses of clients are unknown, so all callers without a key share one limit. Set CLIENT_ADDRESS to the header in which the host or your proxy names the client: docs/deploying.md.",
    );
  }
}
