import { createRequest } from "../lib/http/request.ts";
import type { HandlerResult } from "../lib/http/route.ts";
import { createRouter } from "../lib/http/router.ts";
import type { Infrastructure } from "../lib/infrastructure.ts";
import type { Versions } from "../lib/rate-limit/limiter.ts";
import { routes } from "../lib/routes.ts";

const router = createRouter(routes);

/** What the operation returns for a target such as `/api/search/people?q=ann`, without HTTP, which would take most of the time. */
export async function askSearch(
  infrastructure: Infrastructure,
  target: string,
  versions: Versions | null = { data: 1, keys: 1 },
): Promise<HandlerResult> {
  const request = createRequest({ method: "GET", header: () => undefined, target }, router);
  const { route, params } = request;
  const operation = route?.operations.GET;
  if (!operation) throw new Error(`No route reads ${target}.`);
  const caller = { rateLimit: null, caller: "test", session: null, sessionError: null };
  return operation.handle({ request, requestId: "test", params, infrastructure, versions, ...caller });
}
