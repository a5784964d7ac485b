import "server-only";
import { requireAccess } from "../auth/staff.ts";
import { AppError } from "../errors.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { methodName, millisecondsSince } from "../request-metrics.ts";
import type { Tier } from "../rate-limit/limiter.ts";
import { namesContent } from "../snapshots/representation.ts";
import { admit, drawOnReserve, spend, type Admission } from "./admit.ts";
import { isRead } from "./identify.ts";
import { requireOwnOrigin } from "./csrf.ts";
import { requestId } from "./request.ts";
import { failure, finish, preflightHeaders } from "./respond.ts";
import type { Answer, Call, Method, Operation, Reply, Route } from "./route.ts";

/**
 * The way of every request under `/api`: admit (identify, count, confirm) → dispatch (authorise, handle) → finish. It
 * always answers, and only `finish` writes headers.
 */
export async function serve(call: Call, infrastructure: Infrastructure): Promise<Reply> {
  const begun = performance.now();
  const id = requestId(call.header("x-request-id"));
  const route = call.route?.isHidden?.(call, infrastructure.settings) ? null : call.route;
  const { answer, admission } = await answerTo(route, call, id, infrastructure);
  const now = admission?.at ?? infrastructure.now();
  const reply = await finish({ call, id, isPrivate: route?.isPrivate ?? false, answer, admission, now });
  return observe({ id, call, route, tier: admission?.bucket.tier ?? null, begun }, reply, infrastructure);
}

/**
 * What a `GET` would be answered now, for a page of ours that comes with it: not counted, since nobody asked the API.
 *
 * @returns null for what would be refused.
 */
export async function look(call: Call, infrastructure: Infrastructure): Promise<Answer["body"]> {
  const admission = await admit(call, infrastructure, true);
  if (admission.refusal || !admission.isAdmitted) return null;
  try {
    return (await dispatch(askedOf(call.route, call), call, infrastructure, admission)).body;
  } catch {
    return null;
  }
}

/** @returns a null admission for a route that is not metered. */
async function answerTo(
  route: Route | null,
  call: Call,
  id: string,
  infrastructure: Infrastructure,
): Promise<{ answer: Answer; admission: Admission | null }> {
  const asked = askedOf(route, call);
  const { isFree, isConditional } = asked;
  const answerAs = async (admission: Admission | null): Promise<Answer> => {
    try {
      return await dispatch(asked, call, infrastructure, admission);
    } catch (error) {
      return failure(error, id);
    }
  };
  if (route && !route.isMetered) return { answer: await answerAs(null), admission: null };
  const looked = await admit(call, infrastructure, isFree || isConditional);
  const refusal = call.defect ?? looked.refusal ?? (isRead(call.method) ? null : looked.sessionTrouble);
  if (refusal) return { answer: failure(refusal, id), admission: looked };
  const made = isConditional ? await answerAs(looked) : null;
  if (made && isHeld(call, made)) return { answer: { ...made, status: 304 }, admission: looked };
  const admission = isConditional ? await spend(looked, infrastructure) : looked;
  const isWithinLimit = isFree || admission.isAdmitted;
  const exceeded = isWithinLimit ? null : await drawOnReserve(route, admission, infrastructure);
  return { answer: exceeded ? failure(exceeded, id) : (made ?? (await answerAs(admission))), admission };
}

/** What a request asks for, before it is known who asks. */
interface Asked {
  readonly route: Route | null;
  readonly operation: Operation | undefined;
  /** Answered without being counted. */
  readonly isFree: boolean;
  /** The request names what it holds: it is counted only when that has changed. */
  readonly isConditional: boolean;
}

function askedOf(route: Route | null, call: Call): Asked {
  const operation = operationFor(route, call.method);
  const isSound = call.defect === null;
  return {
    route,
    operation,
    isFree: isSound && (isPreflight(call) || operation?.isFree === true),
    isConditional: isSound && operation?.isConditional === true && call.header("if-none-match") !== undefined,
  };
}

/**
 * Has the operation answer, where the caller may have it. Nothing of a body is read before that is known.
 *
 * @param admission null on a route that is not metered.
 * @throws AppError for what is refused.
 */
function dispatch(
  { route, operation }: Asked,
  call: Call,
  infrastructure: Infrastructure,
  admission: Admission | null,
): Answer | Promise<Answer> {
  if (call.defect) throw call.defect;
  if (isPreflight(call)) return { status: 204, body: null, headers: route?.isPrivate ? {} : preflightHeaders };
  if (!route) throw new AppError("not_found");
  if (call.method === "OPTIONS") return { status: 204, body: null, headers: { Allow: allowedMethods(route) } };
  if (!operation) throw new AppError("method_not_allowed", { headers: { Allow: allowedMethods(route) } });
  const { versions = null, standing = null, session = null, sessionTrouble = null } = admission ?? {};
  const { access } = operation;
  if (access && sessionTrouble) throw sessionTrouble;
  if (access) requireAccess(session, access);
  if (!isRead(call.method)) requireOwnOrigin(call, infrastructure.settings.NEXTAUTH_URL);
  return operation.answer({ call, params: call.params, infrastructure, versions, standing, session, sessionTrouble });
}

const methods: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** For `Allow`: everything that the route answers. */
function allowedMethods({ operations }: Route): string {
  const offered = methods.filter((method) => operations[method]);
  return [...offered.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"].join(", ");
}

function operationFor(route: Route | null, method: string): Operation | undefined {
  const wanted = method === "HEAD" ? "GET" : method;
  const offered = methods.find((one) => one === wanted);
  return offered && route?.operations[offered];
}

/** A browser's question before a request (Fetch §3.3.2), not a person's OPTIONS. */
function isPreflight({ method, header }: Pick<Call, "method" | "header">): boolean {
  return (
    method === "OPTIONS" && header("origin") !== undefined && header("access-control-request-method") !== undefined
  );
}

/** Whether the caller already holds the answer, which is then a 304. */
function isHeld(call: Call, { isConditional, body }: Answer): boolean {
  return isConditional === true && body !== null && namesContent(call.header("if-none-match") ?? "", body);
}

interface Observed {
  id: string;
  call: Call;
  /** Null for a path that is nobody's. */
  route: Route | null;
  /** Null where nobody is counted. */
  tier: Tier | null;
  /** By `performance.now()`. */
  begun: number;
}

/** Tells of a reply: now, or, when it is still being made, at its end. */
function observe(seen: Observed, reply: Reply, { requests }: Infrastructure): Reply {
  const tell = (bytes: number) =>
    requests.tell({
      request_id: seen.id,
      method: methodName(seen.call.method),
      route: seen.route ? (seen.route.name ?? `/api${seen.route.path}`) : "none",
      status: reply.status,
      milliseconds: millisecondsSince(seen.begun),
      tier: seen.tier,
      bytes,
    });
  if (reply.stream) return { ...reply, stream: weighed(reply.stream, tell) };
  tell(reply.body?.length ?? 0);
  return reply;
}

async function* weighed(stream: AsyncIterable<Buffer>, tell: (bytes: number) => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const piece of stream) {
      bytes += piece.length;
      yield piece;
    }
  } finally {
    tell(bytes);
  }
}
