import "server-only";
import type { Infrastructure } from "../infrastructure.ts";
import { admit } from "./admit.ts";
import type { Call, Reply } from "./request.ts";
import { drawOnReserve, spend, type Admission } from "./count.ts";
import { askedOf, dispatch } from "./dispatch.ts";
import { isRead } from "./identify.ts";
import { isHeld } from "./negotiate.ts";
import { observe } from "./observe.ts";
import { requestId } from "./request-id.ts";
import { failure, finish } from "./respond.ts";
import type { Answer, Route } from "./route.ts";

/**
 * The way of every request under `/api`: admit (identify, count, confirm) → dispatch (authorise, handle) → finish. It
 * always answers, and only `finish` writes headers.
 *
 * @param found null for a path that is nobody's.
 */
export async function serve(found: Route | null, call: Call, infrastructure: Infrastructure): Promise<Reply> {
  const begun = performance.now();
  const id = requestId(call.header("x-request-id"));
  const route = found?.isHidden?.(call, infrastructure.settings) ? null : found;
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
export async function look(route: Route, call: Call, infrastructure: Infrastructure): Promise<Answer["body"]> {
  const admission = await admit(call, infrastructure, true);
  if (admission.refusal || !admission.isAdmitted) return null;
  try {
    return (await dispatch(askedOf(route, call), call, infrastructure, admission)).body;
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
