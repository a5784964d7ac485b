import "server-only";
import { requireFreshSignIn, requirePermission, requireSecondFactor } from "./access/staff.ts";
import { pageReader } from "../core/computed-reads.ts";
import { AppError } from "../core/errors.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { isPending, orElse, whenDone, type Soon } from "../core/promises.ts";
import { countBytes, methodName, millisecondsSince } from "../core/request-metrics.ts";
import type { Tier } from "./rate-limit/limiter.ts";
import { admit, chargedByOperation, drawOnReserve, countPeeked, type Admission } from "./admit.ts";
import { cachedNotModified, cacheValidator, unlessNotModified } from "./validator-cache.ts";
import { countEntry } from "./entry.ts";
import { pathNotFound } from "./nearest-path.ts";
import { isRead } from "./identify.ts";
import { preflightHeadersOf } from "./response-headers.ts";
import { requireSameOrigin } from "./csrf.ts";
import { recordAnswer } from "./key-requests.ts";
import { requestId } from "./request.ts";
import { allowedMethods, operationFor } from "./router.ts";
import { failureResult, createResponse } from "./respond.ts";
import type { HandlerResult, HttpRequest, HttpResponse, Operation, RequestContext, Route } from "./route.ts";

/**
 * Handles every request under `/api`, `/feeds`, `/downloads` and `/mcp`: admit (identify, count, confirm) → dispatch (authorise, handle) → respond. It
 * always returns a response, whose headers `createResponse` writes and the route may replace.
 */
export async function handleRequest(request: HttpRequest, infrastructure: Infrastructure): Promise<HttpResponse> {
  const startedAt = performance.now();
  const id = requestId(request.header("x-request-id"));
  const route = request.route?.isHidden?.(request, infrastructure.settings) ? null : request.route;
  const { result: found, admission } = await resultFor(route, request, id, infrastructure);
  const now = admission?.at ?? infrastructure.now();
  const operation = operationFor(route, request.method);
  const result = (found.failure && operation?.failForm?.(request, found.failure)) ?? found;
  // Each member is named, because a spread would cost more than the rest of the response.
  const created = createResponse({ request, id, route, operation, result, admission, now });
  const answer = isPending(created) ? await created : created;
  if (route?.headers) Object.assign(answer.headers, route.headers);
  if (admission?.key) recordAnswer(request, id, found, admission, admission.key, infrastructure);
  return recordRequest(request, id, route, admission?.bucket.tier ?? null, startedAt, answer, infrastructure);
}

/** The body that a `GET` would return now, for a page on the server, not counted; null if it would be refused. */
export async function readForPage(
  request: HttpRequest,
  infrastructure: Infrastructure,
): Promise<HandlerResult["body"]> {
  const admission = await admit(request, infrastructure, true);
  if (admission.refusal || !admission.isAdmitted) return null;
  try {
    const plan = planRequest(request.route, request);
    return (await dispatch(plan, request, "page", infrastructure, admission, undefined, pageReader.caller)).body;
  } catch {
    return null;
  }
}

/** Produces the result of a request. The admission is null on a route that is not metered. */
async function resultFor(
  route: Route | null,
  request: HttpRequest,
  id: string,
  infrastructure: Infrastructure,
): Promise<{ result: HandlerResult; admission: Admission | null }> {
  const plan = planRequest(route, request);
  const { operation, isFree, ifNoneMatch } = plan;
  // `*` matches any answer, so it would make every read free.
  const mayBeFree = ifNoneMatch !== null && ifNoneMatch.trim() !== "*";
  const resultAs = (admission: Admission | null, charge?: RequestContext["charge"]): Soon<HandlerResult> =>
    orElse(
      () =>
        whenDone(dispatch(plan, request, id, infrastructure, admission, charge), (result) => {
          if (operation?.isConditional) cacheValidator(request, result, admission, infrastructure);
          return unlessNotModified(ifNoneMatch, result);
        }),
      (error) => failureResult(error, id),
    );
  if (route && !route.isMetered) return { result: await resultAs(null), admission: null };
  const admitted = route?.ignoredCredentials ? without(route.ignoredCredentials, request) : request;
  const peeked = await admit(admitted, infrastructure, isFree || mayBeFree);
  const refusal = request.defect ?? peeked.refusal ?? (isRead(request.method) ? null : peeked.sessionError);
  const entryRefusal = !refusal && operation?.isEntry ? await countEntry(request, infrastructure) : refusal;
  if (entryRefusal) return { result: failureResult(entryRefusal, id), admission: peeked };
  if (route?.isFree && isFree)
    return chargedByOperation(peeked, request, infrastructure, (charge) => resultAs(peeked, charge));
  const isEmpty = mayBeFree && !peeked.isAdmitted;
  const notModified = isEmpty && (await cachedNotModified(request, ifNoneMatch, peeked, infrastructure));
  if (notModified) return { result: notModified, admission: peeked };
  const preparing = mayBeFree && !isEmpty ? resultAs(peeked) : null;
  const prepared = isPending(preparing) ? await preparing : preparing;
  if (prepared?.status === 304) return { result: prepared, admission: peeked };
  const admission = mayBeFree ? await countPeeked(peeked, request, infrastructure) : peeked;
  const limitExceeded = isFree || admission.isAdmitted ? null : await drawOnReserve(route, admission, infrastructure);
  if (limitExceeded) return { result: failureResult(limitExceeded, id), admission };
  const result = prepared ?? resultAs(admission);
  return { result: isPending(result) ? await result : result, admission };
}

function without(headers: readonly string[], request: HttpRequest): HttpRequest {
  return { ...request, header: (name) => (headers.includes(name) ? undefined : request.header(name)) };
}

/** What a request asks for, derived before the caller is identified. */
interface RequestPlan {
  readonly route: Route | null;
  readonly operation: Operation | undefined;
  readonly isFree: boolean;
  /** `If-None-Match` of an operation that checks it. With tags, the request is counted only if the content has changed. */
  readonly ifNoneMatch: string | null;
}

function planRequest(route: Route | null, request: HttpRequest): RequestPlan {
  const operation = operationFor(route, request.method);
  const isSound = request.defect === null;
  return {
    route,
    operation,
    isFree: isSound && (isPreflight(request) || Boolean(operation?.isFree || operation?.isEntry || route?.isFree)),
    ifNoneMatch: (isSound && operation?.isConditional === true && request.header("if-none-match")) || null,
  };
}

/** Authorises the caller before the body is read, and runs the operation. @throws AppError when it is refused. */
function dispatch(
  { route, operation }: RequestPlan,
  request: HttpRequest,
  id: string,
  infrastructure: Infrastructure,
  admission: Admission | null,
  charge?: RequestContext["charge"],
  caller = admission?.bucket.subject ?? "unmetered",
): Soon<HandlerResult> {
  if (request.defect) throw request.defect;
  if (isPreflight(request)) return { status: 204, body: null, headers: preflightHeadersOf(route) };
  if (!route) throw pathNotFound(request);
  if (request.method === "OPTIONS") return { status: 204, body: null, headers: { Allow: allowedMethods(route) } };
  if (!operation) throw new AppError("method_not_allowed", { headers: { Allow: allowedMethods(route) } });
  const { versions = null, rateLimit = null, session = null, sessionError = null } = admission ?? {};
  if (operation.access && sessionError) throw sessionError;
  const account = operation.access && requirePermission(session, operation.access, infrastructure.permissions);
  if (account) requireSecondFactor(account, route.path, infrastructure.settings);
  if (!isRead(request.method) && !operation.isOpenToOrigins)
    requireSameOrigin(request, infrastructure.settings.NEXTAUTH_URL);
  if (account && operation.needsFreshSignIn) requireFreshSignIn(account, infrastructure.now());
  return operation.handle({
    request,
    requestId: id,
    params: request.params,
    infrastructure,
    versions,
    rateLimit,
    session,
    caller,
    sessionError,
    charge,
  });
}

/** Whether this is a CORS preflight (Fetch §3.3.2) and not a plain OPTIONS request. */
function isPreflight({ method, header }: Pick<HttpRequest, "method" | "header">): boolean {
  return (
    method === "OPTIONS" && header("origin") !== undefined && header("access-control-request-method") !== undefined
  );
}

/** Records a response in log, metrics and reads, a stream at its end. @param tier null on a route without counts. */
function recordRequest(
  { method, params, target }: HttpRequest,
  id: string,
  route: Route | null,
  tier: Tier | null,
  startedAt: number,
  response: HttpResponse,
  { requests, reads }: Infrastructure,
): HttpResponse {
  const { status } = response;
  if (params["id"] !== undefined && tier !== null && tier !== "account") reads.add(target.segments, status);
  const record = (bytes: number) =>
    requests.record({
      request_id: id,
      method: methodName(method),
      route: route ? (route.name ?? `/${route.root ?? "api"}${route.path}`) : "none",
      status,
      milliseconds: millisecondsSince(startedAt),
      tier,
      bytes,
    });
  if (response.stream) return { ...response, stream: countBytes(response.stream, record) };
  record(response.body?.length ?? 0);
  return response;
}
