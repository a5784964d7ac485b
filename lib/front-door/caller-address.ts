import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { onceAProcess } from "../once-a-process.ts";

/** Handed over within the process: what is in a header could be the client's own word. */
const addresses = onceAProcess("caller-address", () => new AsyncLocalStorage<string>());

/** Does `work` for the client at this address, on the far side of Next too. */
export function withCallerAddress<Value>(address: string, work: () => Value): Value {
  return addresses.run(address, work);
}

/** Where the request comes from that is being answered; `unknown` where our front door did not hand it over. */
export function callerAddress(): string {
  return addresses.getStore() ?? "unknown";
}
