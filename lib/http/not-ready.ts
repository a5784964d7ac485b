import "server-only";
import { endOfDaySeconds, utcDay } from "../core/clock.ts";
import { DatabaseNotMigratedError } from "../db/database.ts";
import { env } from "../settings/env.ts";
import { AppError, retryAfterSeconds } from "../core/errors.ts";
import { log } from "../core/log.ts";
import { requestId } from "./request.ts";
import { createResponse, failureResult, isStrictRoute } from "./respond.ts";
import type { HttpRequest, HttpResponse } from "./route.ts";

let lastReason = "";

/**
 * What a route answers without the database: `/api/health`, because a host that restarts the process when it fails would
 * do so for as long as the database is away.
 *
 * @returns null when the request needs the database.
 */
export async function responseWithoutDatabase(request: HttpRequest): Promise<HttpResponse | null> {
  const { route, defect, method } = request;
  if (!route?.withoutDatabase || defect || (method !== "GET" && method !== "HEAD")) return null;
  const id = requestId(request.header("x-request-id"));
  const result = route.withoutDatabase();
  return createResponse({ request, id, isPrivate: false, result, admission: null, now: Date.now() });
}

/**
 * The 503 of a process that can't open its database yet, without counting. The reason is logged when it changes; a client
 * is told only what to do, because the reason may name the database.
 */
export async function notReadyResponse(request: HttpRequest, reason: unknown): Promise<HttpResponse> {
  reportNotReady(reason);
  const message =
    reason instanceof DatabaseNotMigratedError
      ? "The database is not prepared. The operator must run `npm run db:migrate`; no restart is needed."
      : "The database can't be opened. The log of the service has the reason.";
  const error = new AppError("unavailable", { message, headers: { "Retry-After": retryAfterSeconds } });
  const id = requestId(request.header("x-request-id"));
  const now = Date.now();
  const limit = env().PUBLIC_DAILY_LIMIT;
  const rateLimit = { tier: "public", limit, remaining: limit, reset: endOfDaySeconds(utcDay(now)) } as const;
  const isPrivate = request.route?.isPrivate ?? false;
  const isStrict = isStrictRoute(request.route);
  const result = failureResult(error, id);
  return createResponse({ request, id, isPrivate, isStrict, result, admission: { rateLimit }, now });
}

/** Logs why the process is not ready, once for each reason. */
function reportNotReady(reason: unknown): void {
  const text = reason instanceof Error ? reason.message : String(reason);
  if (text === lastReason) return;
  lastReason = text;
  log.error({ err: reason }, "The service is not ready: every request gets a 503 until it is.");
}
