import "server-only";
import { shortAddress } from "../core/client-address.ts";
import { countSubject, type StoredKey } from "./access/key.ts";
import { utcDay } from "../core/clock.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { methodName, routeName } from "../core/request-metrics.ts";
import type { Admission } from "./admit.ts";
import { addressOf } from "./request.ts";
import type { HandlerResult, HttpRequest } from "./route.ts";
import { STATUS_CODES } from "node:http";
import type { AppError } from "../core/errors.ts";
import { allIssuesOf } from "./body.ts";

/** Records how a request of a key was answered; for its owner also why it failed. */
export function recordAnswer(
  request: HttpRequest,
  id: string,
  { status = 200, failure }: HandlerResult,
  admission: Admission,
  key: StoredKey,
  { keyRequests, settings }: Infrastructure,
): void {
  const { at, bucket } = admission;
  const day = utcDay(at);
  // A refused key counts on the address.
  const subject = bucket.tier === "key" ? bucket.subject : countSubject(key.countsAs);
  keyRequests.addAnswer(subject, day, request.route, status);
  if (status < 400) return;
  const route = routeName(request.route);
  keyRequests.addFailure({
    key_id: key.id,
    at: new Date(at).toISOString(),
    request_id: copyOf(id),
    method: methodName(request.method),
    route,
    status,
    why: failure ? reasonOf(failure, admission, key, route !== null) : nameOf(status),
    user_agent: userAgentOf(request),
    address: shortAddress(addressOf(request, settings)),
  });
}

const maxUserAgentCharacters = 80;

function userAgentOf(request: HttpRequest): string | null {
  const userAgent = request.header("user-agent")?.slice(0, maxUserAgentCharacters);
  return userAgent ? copyOf(storable(userAgent)) : null;
}

/** A slice of a text keeps the whole text in memory, here the head of the request. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

const maxCharacters = 300;
const maxIssues = 3;
const number = new Intl.NumberFormat("en-GB");
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/**
 * Why a key's request failed, in a sentence for its owner. Unlike the response it may say what became of the key, because
 * only the owner reads it; it has no value that was sent.
 *
 * @param hasRoute false when the path does not exist.
 */
function reasonOf(failure: AppError, admission: Admission, key: StoredKey, hasRoute: boolean): string {
  const text = storable(sentence(failure, admission, key, hasRoute));
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters - 1).toWellFormed()}…`;
}

function sentence(failure: AppError, admission: Admission, key: StoredKey, hasRoute: boolean): string {
  if (failure.code === "invalid_key") return keyReason(key);
  if (failure.code === "rate_limited" && !admission.isAdmitted)
    return `No request left today: the limit is ${number.format(admission.rateLimit.limit)}. It resets at 00:00 UTC.`;
  if (failure.code === "not_found" && !hasRoute) {
    const { pattern } = failure.details;
    return `This path does not exist. ${pattern === undefined ? "Compare it with the reference." : `Did you mean ${pattern}?`}`;
  }
  const issues = allIssuesOf(failure);
  if (issues.length > 0) return issuesInWords(issues);
  return withMessage(failure);
}

function keyReason({ isBlocked, revokedAt, expiresAt, worksUntil }: StoredKey): string {
  if (isBlocked) return "The account of the key is blocked.";
  const isRevoked = revokedAt !== null && (expiresAt === null || revokedAt <= expiresAt);
  const end = isRevoked ? revokedAt : (expiresAt ?? worksUntil);
  const when = end === null ? "" : ` on ${day.format(end)}`;
  return `The key ${isRevoked ? "was revoked" : "expired"}${when}. Use another key.`;
}

function issuesInWords(issues: readonly { path: string; message: string }[]): string {
  const sentences = issues
    .slice(0, maxIssues)
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`).replace(/\.$/, ""));
  const more = issues.length - sentences.length;
  return `${[...sentences, ...(more > 0 ? [`and ${more} more`] : [])].join("; ")}.`;
}

function withMessage({ code, status, body, details }: AppError): string {
  if (code === "method_not_allowed") return `This path does not offer the method, only ${details.headers?.["Allow"]}.`;
  if (code === "internal") return "Something went wrong in the service. If it lasts, report the request ID.";
  // Its message names a value of the query.
  if (code === "gone") return "What was asked for is no longer kept. Begin again at the first page.";
  if (details.message !== undefined) return details.message;
  if (code === "not_found") return `${String(body["error"])}. Take ids from a list; the record may have been deleted.`;
  if (code === "bad_request") return "The percent-encoding of the path or the query is broken. Write % as %25.";
  return nameOf(status);
}

function nameOf(status: number): string {
  return STATUS_CODES[status] ?? "The request failed.";
}

/** A caller's text without API keys, and without what PostgreSQL can't store: a NUL, half of a surrogate pair. */
function storable(text: string): string {
  const clean = text.toWellFormed().replace(/\p{Cc}/gu, " ");
  return clean.includes("tl_live_") ? clean.replace(/tl_live_\w*/g, "tl_live_…") : clean;
}
