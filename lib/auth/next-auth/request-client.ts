import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { onceAProcess } from "../../process-singleton.ts";

/** What the front door knows about a client, and Next does not. */
export interface Caller {
  address: string;
  /** Whether the client has closed its side of the connection. */
  isGone(): boolean;
}

/** Passed within the process, because a client could forge a header. */
const callers = onceAProcess("caller", () => new AsyncLocalStorage<Caller>());
const unknown: Caller = { address: "unknown", isGone: () => false };

/** Runs `work` for this client; the information also reaches code inside Next. */
export function withCaller<Value>(caller: Caller, work: () => Value): Value {
  return callers.run(caller, work);
}

/** The client of the current request; its address is `unknown` when our front door did not pass it on. */
export function currentCaller(): Caller {
  return callers.getStore() ?? unknown;
}
