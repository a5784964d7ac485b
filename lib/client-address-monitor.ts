import "server-only";
import type { Env } from "./env.ts";
import type { Host } from "./host.ts";
import { log } from "./log.ts";

/** Notices when clients' addresses are unknown: all callers without a key then share one limit. */
export class ClientAddressMonitor {
  readonly #canBeUnknown: boolean;
  #isUnknown = false;
  #isLogged = false;

  constructor({ CLIENT_ADDRESS, NODE_ENV }: Pick<Env, "CLIENT_ADDRESS" | "NODE_ENV">, host: Host) {
    // Our own server sees the peer of every connection.
    this.#canBeUnknown = NODE_ENV === "production" && (host === "next" || CLIENT_ADDRESS.from === "header");
    if (host === "next" && CLIENT_ADDRESS.from === "peer") this.note("unknown");
  }

  /** Whether the last noted address was unknown. */
  get isUnknown(): boolean {
    return this.#isUnknown;
  }

  /** @param address of a request that is counted. */
  note(address: string): void {
    if (!this.#canBeUnknown) return;
    this.#isUnknown = address === "unknown";
    if (!this.#isUnknown || this.#isLogged) return;
    this.#isLogged = true;
    log.warn(
      "The addresses of clients are unknown, so all callers without a key share one limit. Set CLIENT_ADDRESS to the header in which the host or your proxy names the client: docs/deploying.md.",
    );
  }
}
