import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { processSingleton } from "../../core/process-singleton.ts";

/** What the server knows about a client, and Next does not. */
export interface RequestClient {
  address: string;
  /** Whether the client has closed its side of the connection. */
  isGone(): boolean;
  /** Lets the next request into Next while this one is delayed. */
  releaseSlot?(): void;
}

/** Passed within the process, because a client could forge a header. */
const clients = processSingleton("caller", () => new AsyncLocalStorage<RequestClient>());
const unknownClient: RequestClient = { address: "unknown", isGone: () => false };

/** Runs `work` for this client; the information also reaches code inside Next. */
export function withRequestClient<Value>(caller: RequestClient, work: () => Value): Value {
  return clients.run(caller, work);
}

/** Whether our own server, or the route under another host, has named the client of the current request. */
export function hasRequestClient(): boolean {
  return clients.getStore() !== undefined;
}

export function currentRequestClient(): RequestClient {
  return clients.getStore() ?? unknownClient;
}
