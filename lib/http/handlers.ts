import "server-only";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { after } from "next/server";
import type { Infrastructure } from "../infrastructure.ts";
import { sharedInfrastructure } from "./shared-infrastructure.ts";
import { currentNodeResponse } from "./before-next.ts";
import { createRequest, requestId, unroutedRequest } from "./request.ts";
import { createFixedRouter, createRouter, type Router } from "./router.ts";
import type { HttpRequest, HttpResponse, Route } from "./route.ts";
import { isRead } from "./identify.ts";
import { handleRequest } from "./pipeline.ts";
import { endOfDaySeconds, utcDay } from "../core/clock.ts";
import { DatabaseNotMigratedError } from "../db/database.ts";
import { env } from "../settings/env.ts";
import { unavailableError } from "../core/errors.ts";
import { log } from "../core/log.ts";
import { createResponse, failureResult } from "./respond.ts";
import { bodyIncomplete, bodyTooLarge, lingerMilliseconds } from "./body.ts";

/** The handler that a `route.ts` exports for every method; the route itself decides which methods it offers. */
interface NextRouteHandler {
  (request: Request): Promise<Response>;
  /** The only route that the handler serves; null for a catch-all. */
  readonly route: Route | null;
}

export type NextRouteHandlers = Record<
  "GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE",
  NextRouteHandler
>;

/** The handlers of a path that Next has matched. */
export function nextHandlers(route: Route): NextRouteHandlers {
  return handlersOf(createFixedRouter(route), route);
}

/**
 * The handlers of a catch-all, which find the route in the request's URL, as our own server does: a file for each of a
 * hundred routes would cost a build a quarter of its time, and Next can't match `{id}.ics`.
 */
export function nextCatchAll(routes: readonly Route[]): NextRouteHandlers {
  return handlersOf(createRouter(routes, unroutedRequest), null);
}

function handlersOf(router: Router, route: Route | null): NextRouteHandlers {
  const handler: NextRouteHandler = Object.assign(
    async (sent: Request) => {
      const opening = sharedInfrastructure();
      const request = fromWebRequest(sent, router);
      const early = await responseUnlessOpen(request, opening);
      if (early) return toWebResponse(early);
      let infrastructure: Infrastructure;
      try {
        infrastructure = await opening;
      } catch (error) {
        return toWebResponse(await notReadyResponse(request, error));
      }
      const response = toWebResponse(await handleRequest(request, infrastructure));
      afterResponse(async () => {
        await infrastructure.flush();
        await infrastructure.notices.lookWhenDue();
        if (!isRead(request.method)) await infrastructure.letters?.sendDue();
        await infrastructure.housekeeping.deleteWhenDue();
        await infrastructure.newDay.look();
      });
      return response;
    },
    { route },
  );
  return {
    GET: handler,
    HEAD: handler,
    OPTIONS: handler,
    POST: handler,
    PUT: handler,
    PATCH: handler,
    DELETE: handler,
  };
}

/**
 * What a route answers without the database, unless that is open: `/api/health`, because a host that restarts the process
 * when it fails would do so for as long as the database is away.
 *
 * @returns null when the request needs the database, or it is open.
 */
async function responseUnlessOpen(request: HttpRequest, opening: Promise<unknown>): Promise<HttpResponse | null> {
  const { route, defect, method } = request;
  if (!route?.withoutDatabase || defect || (method !== "GET" && method !== "HEAD")) return null;
  // False comes after everything that has been resolved already.
  const isOpen = await Promise.race([opening.then(() => true).catch(() => false), setImmediate(false)]);
  if (isOpen) return null;
  const id = requestId(request.header("x-request-id"));
  const result = route.withoutDatabase();
  return createResponse({ request, id, route, result, admission: null, now: Date.now() });
}

/** A host may suspend the process after the response, so what is buffered is written before. */
function afterResponse(work: () => Promise<void>): void {
  try {
    after(work);
  } catch {
    // A handler that is called outside of Next, as tests do, has no such moment.
    void work();
  }
}

/** Next's own server hides the socket, so the peer is unknown: `CLIENT_ADDRESS` says where the address is. */
function fromWebRequest(request: Request, router: Router): HttpRequest {
  return createRequest(
    {
      method: request.method,
      target: request.url,
      // Without Node's response, Next would drop the Content-Encoding, and the client could not read a compressed body.
      header: (name) =>
        name === "accept-encoding" && !currentNodeResponse() ? undefined : (request.headers.get(name) ?? undefined),
      readBody: (max) => readRequestBody(request, max),
      isGone: () => request.signal.aborted,
    },
    router,
  );
}

const droppedByNext = ["Content-Encoding", "Content-Length"];

function toWebResponse({ status, headers: single, cookies = [], body, stream }: HttpResponse): Response {
  const nodeResponse = currentNodeResponse();
  // Next would also send its own, which lists the headers of its router. They change nothing here.
  nodeResponse?.removeHeader("Vary");
  for (const name of droppedByNext) if (single[name] !== undefined) nodeResponse?.setHeader(name, single[name]);
  const headers = new Headers(single);
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  // The cast is safe: Node declares two types for the same web stream.
  if (stream) return new Response(Readable.toWeb(Readable.from(stream)) as ReadableStream, { status, headers });
  return new Response(body === null ? null : new Uint8Array(body), { status, headers });
}

let lastReason = "";

/**
 * The 503 of a process that can't open its database yet, without counting. The reason is logged when it changes; a client
 * is told only what to do, because the reason may name the database.
 */
export async function notReadyResponse(request: HttpRequest, reason: unknown): Promise<HttpResponse> {
  const text = reason instanceof Error ? reason.message : String(reason);
  if (text !== lastReason)
    log.error({ err: reason }, "The service is not ready: every request gets a 503 until it is.");
  lastReason = text;
  const message =
    reason instanceof DatabaseNotMigratedError
      ? "The database is not prepared. The operator must run `npm run db:migrate`; no restart is needed."
      : "The database can't be opened. The log of the service has the reason.";
  const id = requestId(request.header("x-request-id"));
  const now = Date.now();
  const limit = env().PUBLIC_DAILY_LIMIT;
  const rateLimit = { tier: "public", limit, remaining: limit, reset: endOfDaySeconds(utcDay(now)) } as const;
  const result = failureResult(unavailableError(message), id);
  return createResponse({ request, id, route: request.route, result, admission: { rateLimit }, now });
}

/** Reads and keeps at most `max` bytes of a body. @throws AppError 413 when it is longer, 400 when it ends early. */
async function readRequestBody(request: Request, max: number): Promise<Buffer> {
  if (Number(request.headers.get("content-length") ?? 0) > max) throw bodyTooLarge(max);
  const reader = request.body?.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  while (reader) {
    const { done, value } = await reader.read().catch(() => {
      throw bodyIncomplete();
    });
    if (done) break;
    size += value.length;
    if (size > max) {
      // Next's server closes the connection when the stream is cancelled.
      setTimeout(() => void reader.cancel().catch(() => undefined), lingerMilliseconds);
      throw bodyTooLarge(max);
    }
    pieces.push(value);
  }
  return Buffer.concat(pieces);
}
