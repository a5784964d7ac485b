import "server-only";
import { requireAccess } from "../auth/staff.ts";
import { AppError } from "../errors.ts";
import type { Infrastructure } from "../infrastructure.ts";
import type { Call } from "./request.ts";
import type { Admission } from "./count.ts";
import { isPreflight, preflightHeaders } from "./cors.ts";
import { isRead } from "./identify.ts";
import { requireOwnOrigin } from "./origin.ts";
import { allowedMethods, matchPath, operationFor, type Answer, type Operation, type Route } from "./route.ts";

/** What a request asks for, before it is known who asks. */
interface Asked {
  readonly route: Route | null;
  readonly operation: Operation | undefined;
  /** Answered without being counted. */
  readonly isFree: boolean;
  /** The request names what it holds: it is counted only when that has changed. */
  readonly isConditional: boolean;
}

export function askedOf(route: Route | null, call: Call): Asked {
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
export function dispatch(
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
  const params = matchPath(route.path, call.target.segments) ?? {};
  return operation.answer({ call, params, infrastructure, versions, standing, session, sessionTrouble });
}
