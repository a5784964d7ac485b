import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { currentHost } from "../host.ts";
import { processSingleton } from "../process-singleton.ts";

const nodeResponses = processSingleton("node response", () => new AsyncLocalStorage<ServerResponse>());

/**
 * Under Next's own server: keeps Node's response object for the handlers of its request. Next removes
 * `Content-Encoding` and `Content-Length` from what a handler returns (`next/dist/server/send-response.js`) but not its
 * body's coding, and its own compression skips such responses, because it gets their `Content-Type` as a list.
 */
export function keepNodeResponses(): void {
  if (currentHost() === "own server") return;
  subscribe("http.server.request.start", (started) => {
    nodeResponses.enterWith((started as { response: ServerResponse }).response);
  });
}

/** Undefined where a host calls the handlers without Node's HTTP server. */
export function currentNodeResponse(): ServerResponse | undefined {
  return nodeResponses.getStore();
}
