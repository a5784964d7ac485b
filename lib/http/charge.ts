import "server-only";
import type { Infrastructure } from "../infrastructure.ts";
import { countPeeked, limitExceeded, type Admission } from "./admit.ts";
import type { HandlerResult, HttpRequest, RequestContext } from "./route.ts";

/**
 * The result of a request of a route that `isFree`, and the quota after it. The operation decides from the body whether
 * it charges the request, and how it tells its caller that the quota is used up.
 */
export async function chargedByOperation(
  peeked: Admission,
  request: HttpRequest,
  infrastructure: Infrastructure,
  handle: (charge: RequestContext["charge"]) => Promise<HandlerResult>,
): Promise<{ result: HandlerResult; admission: Admission }> {
  let admission = peeked;
  const result = await handle(async () => {
    admission = await countPeeked(peeked, request, infrastructure);
    return admission.isAdmitted ? null : limitExceeded(admission);
  });
  return { result, admission };
}

export function withoutCookie(request: HttpRequest): HttpRequest {
  return { ...request, header: (name) => (name === "cookie" ? undefined : request.header(name)) };
}
