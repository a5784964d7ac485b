import "server-only";
import { shortAddress } from "../core/client-address.ts";
import { countSubject } from "../keys/count-subject.ts";
import type { StoredKey } from "../keys/queries.ts";
import { routeName } from "../keys/request-recorder.ts";
import { utcDay } from "../core/clock.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { methodName } from "../core/request-metrics.ts";
import type { Admission } from "./admit.ts";
import { reasonOf, storable } from "./failure-reason.ts";
import { addressOf } from "./request.ts";
import type { HandlerResult, HttpRequest } from "./route.ts";

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
  const subject = bucket.tier === "key" ? bucket.subject : countSubject(key.id, key.sharedCount, day);
  keyRequests.addAnswer(subject, day, request.route, status);
  if (!failure) return;
  const route = routeName(request.route);
  keyRequests.addFailure({
    key_id: key.id,
    at: new Date(at).toISOString(),
    request_id: copyOf(id),
    method: methodName(request.method),
    route,
    status,
    why: reasonOf(failure, admission, key, route !== null),
    user_agent: userAgentOf(request),
    address: shortAddress(addressOf(request, settings)),
  });
}

const maxUserAgentCharacters = 80;

function userAgentOf(request: HttpRequest): string | null {
  const given = request.header("user-agent")?.slice(0, maxUserAgentCharacters);
  return given ? copyOf(storable(given)) : null;
}

/** A slice of a text keeps the whole text in memory, here the head of the request. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}
