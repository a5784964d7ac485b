import "server-only";
import { Representation } from "../../catalogue/representation.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { memoize } from "../../core/memoize.browser.ts";
import type { Route } from "../route.ts";
import { openRegistry } from "./metrics-registry.ts";
import { hasOperatorToken } from "./operator-token.ts";

/** One registry per service in this process: one, except in tests. */
const registryOf = memoize((infrastructure: Infrastructure) => openRegistry(infrastructure));

/**
 * `GET /metrics`, for Prometheus. Without `METRICS_TOKEN` it is 404 like an unknown path, so the API's description
 * omits it.
 */
export const metricsRoute: Route = {
  path: "/metrics",
  isMetered: false,
  isPrivate: true,
  isHidden: (request, { METRICS_TOKEN }) => !hasOperatorToken(request, METRICS_TOKEN),
  operations: {
    GET: {
      handle: async ({ infrastructure }) => {
        const registry = registryOf(infrastructure);
        return { body: new Representation(await registry.metrics(), registry.contentType) };
      },
    },
  },
};
