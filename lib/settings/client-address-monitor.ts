import "server-only";
import type { Clock } from "../core/clock.ts";
import type { Env } from "./env.ts";
import type { Host } from "./host.ts";
import { log } from "../core/log.ts";

/** How long an unknown address is reported after its request. */
const reportedMilliseconds = 60_000;

/** Notices when clients' addresses are unknown: all callers without a key then share one limit. */
export function createClientAddressMonitor(
  { CLIENT_ADDRESS, NODE_ENV }: Pick<Env, "CLIENT_ADDRESS" | "NODE_ENV">,
  host: Host,
  now: Clock = Date.now,
) {
  // Our own server sees the peer of every connection.
  const canBeUnknown = NODE_ENV === "production" && (host === "next" || CLIENT_ADDRESS.from === "header");
  const isAlwaysUnknown = canBeUnknown && host === "next" && CLIENT_ADDRESS.from === "peer";
  let [lastUnknown, isLogged] = [Number.NEGATIVE_INFINITY, false];

  function noteUnknown(): void {
    if (!canBeUnknown) return;
    lastUnknown = now();
    if (isLogged) return;
    isLogged = true;
    log.warn(
      "The addresses of clients are unknown, so all callers without a key share one limit. Set CLIENT_ADDRESS to the header in which the host or your proxy names the client: docs/deploying.md.",
    );
  }

  if (isAlwaysUnknown) noteUnknown();
  return {
    noteUnknown,
    /** Whether the address of a request was unknown within the last minute. */
    get isUnknown() {
      return isAlwaysUnknown || now() - lastUnknown < reportedMilliseconds;
    },
  };
}
