import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { onceAProcess } from "../../once-a-process.ts";

/** What the front door knows of a client, and Next does not. */
export interface Caller {
  address: string;
  /** Whether it has closed its side of the connection. */
  isGone(): boolean;
}

/** Handed over within the process: what is in a header could be the client's own word. */
const callers = onceAProcess("caller", () => new AsyncLocalStorage<Caller>());
const unknown: Caller = { address: "unknown", isGone: () => false };

/** Does `work` for this client, on the far side of Next too. */
export function withCaller<Value>(caller: Caller, work: () => Value): Value {
  return callers.run(caller, work);
}

/** The client of the request that is being answered; its address is `unknown` where our front door did not hand it over. */
export function currentCaller(): Caller {
  return callers.getStore() ?? unknown;
}
