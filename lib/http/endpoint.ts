import "server-only";
import { requireAccess } from "../auth/staff.ts";
import { AppError } from "../errors.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { admit, drawOnReserve, spend, type Admission } from "./admit.ts";
import type { Call, Reply } from "./call.ts";
import { isPreflight, preflightHeaders } from "./cors.ts";
import { isRead } from "./identify.ts";
import { namesContent } from "./negotiate.ts";
import { observe } from "./observe.ts";
import { requireOwnOrigin } from "./origin.ts";
import { requestId } from "./request-id.ts";
import { Failure, finish, type Ending, type Outcome } from "./respond.ts";
import {
  allowedMethods,
  matchPath,
  operationFor,
  type Answer,
  type Operation,
  type Question,
  type Route,
} from "./route.ts";

/**
 * The way of every request under `/api`: identify → admit → authorise → parse → handle →
 * finish. It always answers, and only `finish` writes headers.
 *
 * @param found null for a path that is nobody's.
 */
export async function serve(found: Route | null, call: Call, infrastructure: Infrastructure): Promise<Reply> {
  const begun = performance.now();
  const id = requestId(call.header("x-request-id"));
  const route = found?.isHidden?.(call, infrastructure.settings) ? null : found;
  const { outcome, admission, now } = await (route && !route.isMetered
    ? unmetered(route, call, infrastructure)
    : metered(route, call, infrastructure));
  const reply = await finish({ call, id, isPrivate: route?.isPrivate ?? false, outcome, admission, now });
  return observe({ id, call, route, tier: admission?.bucket.tier ?? null, begun }, reply, infrastructure);
}

/**
 * What a `GET` would be answered now, for a page of ours that comes with it: not counted, since nobody asked the API.
 *
 * @returns null for what would be refused.
 */
export async function look(route: Route, call: Call, infrastructure: Infrastructure): Promise<Answer["body"]> {
  const admission = await admit(call, infrastructure, true);
  if (admission.refusal || !admission.isAdmitted) return null;
  const outcome = await attempt(() =>
    dispatch(route, operationFor(route, call.method), question(route, call, infrastructure, admission)),
  );
  return outcome instanceof Failure ? null : outcome.body;
}

type Verdict = Pick<Ending, "outcome" | "admission" | "now">;

async function unmetered(route: Route, call: Call, infrastructure: Infrastructure): Promise<Verdict> {
  const operation = operationFor(route, call.method);
  const outcome = await attempt(() => answerUnmetered(route, operation, call, infrastructure));
  return { outcome, admission: null, now: infrastructure.now() };
}

async function metered(route: Route | null, call: Call, infrastructure: Infrastructure): Promise<Verdict> {
  const operation = operationFor(route, call.method);
  const isFree = isForFree(operation, call);
  const isPolled = isConditional(operation, call);
  let admission = await admit(call, infrastructure, isFree || isPolled);
  const verdict = (outcome: Outcome): Verdict => ({ outcome, admission, now: admission.at });
  const refusal = call.defect ?? admission.refusal ?? (isRead(call.method) ? null : admission.sessionTrouble);
  if (refusal) return verdict(new Failure(refusal));
  const answer = () => attempt(() => dispatch(route, operation, question(route, call, infrastructure, admission)));
  let made: Outcome | null = null;
  if (isPolled) {
    made = await answer();
    if (isHeld(call, made)) return verdict({ ...made, status: 304 });
    admission = await spend(admission, infrastructure);
  }
  if (!isFree && !admission.isAdmitted) {
    const exceeded = await drawOnReserve(route, admission, infrastructure);
    if (exceeded) return verdict(new Failure(exceeded));
  }
  return verdict(made ?? (await answer()));
}

function answerUnmetered(route: Route, operation: Operation | undefined, call: Call, infrastructure: Infrastructure) {
  if (call.defect) throw call.defect;
  return dispatch(route, operation, question(route, call, infrastructure, null));
}

function dispatch(route: Route | null, operation: Operation | undefined, asked: Question): Answer | Promise<Answer> {
  const { call } = asked;
  if (isPreflight(call)) return { status: 204, body: null, headers: route?.isPrivate ? {} : preflightHeaders };
  if (!route) throw new AppError("not_found");
  if (call.method === "OPTIONS") return { status: 204, body: null, headers: { Allow: allowedMethods(route) } };
  if (!operation) throw new AppError("method_not_allowed", { headers: { Allow: allowedMethods(route) } });
  authorise(operation, asked);
  return operation.answer(asked);
}

/** Before anything of a body is read. */
function authorise({ access }: Operation, { call, session, sessionTrouble, infrastructure }: Question): void {
  if (access && sessionTrouble) throw sessionTrouble;
  if (access) requireAccess(session, access);
  if (call.method !== "GET" && call.method !== "HEAD") requireOwnOrigin(call, infrastructure.settings.NEXTAUTH_URL);
}

/** Whether the caller already holds the answer (RFC 9110 §13.1.2). */
function isHeld(call: Call, outcome: Outcome): outcome is Answer {
  if (outcome instanceof Failure || !outcome.body) return false;
  return namesContent(call.header("if-none-match") ?? "", outcome.body);
}

function isForFree(operation: Operation | undefined, call: Call): boolean {
  return call.defect === null && (isPreflight(call) || operation?.isFree === true);
}

function isConditional(operation: Operation | undefined, call: Call): boolean {
  return call.defect === null && operation?.isConditional === true && call.header("if-none-match") !== undefined;
}

function question(
  route: Route | null,
  call: Call,
  infrastructure: Infrastructure,
  admission: Admission | null,
): Question {
  return {
    call,
    params: (route && matchPath(route.path, call.target.segments)) ?? {},
    infrastructure,
    versions: admission?.versions ?? null,
    standing: admission?.standing ?? null,
    session: admission?.session ?? null,
    sessionTrouble: admission?.sessionTrouble ?? null,
  };
}

async function attempt(work: () => Answer | Promise<Answer>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    return new Failure(error);
  }
}
