import "server-only";
// Written for next 16.4.6, which it reaches into: check it with each other version.
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { currentHost } from "../settings/host.ts";
import { processSingleton } from "../core/process-singleton.ts";

const nodeResponses = processSingleton("node response", () => new AsyncLocalStorage<ServerResponse>());

/**
 * Under Next's own server, for each request before Next reads it: removes headers with which a client could give Next
 * orders (`x-middleware-prefetch` gets an empty 200 from every route), and keeps Node's response object for the handlers.
 * Next removes `Content-Encoding` and `Content-Length` from what a handler returns but not its body's coding
 * (`next/dist/server/send-response.js`), and its own compression skips such responses, because it gets their
 * `Content-Type` as a list.
 */
export function prepareRequestsForNext(): void {
  if (currentHost() === "own server") return;
  subscribe("http.server.request.start", (started) => {
    const { request, response } = started as { request: IncomingMessage; response: ServerResponse };
    for (const name in request.headers) if (name.startsWith("x-middleware-")) delete request.headers[name];
    nodeResponses.enterWith(response);
  });
}

/** Has `work` find Node's response object, on our own server. */
export function withNodeResponse<Result>(response: ServerResponse, work: () => Result): Result {
  return nodeResponses.run(response, work);
}

/** Undefined where a host calls the handlers without Node's HTTP server. */
export function currentNodeResponse(): ServerResponse | undefined {
  return nodeResponses.getStore();
}
