import "server-only";
import { healthRoute, readinessRoute } from "../service/health.ts";
import { quotaRoute } from "../service/quota.ts";
import type { DescribedRoute } from "./declared-paths.ts";
import { openapiDescription } from "./self-description.ts";

/** The routes whose operations declare themselves, in the document's order. */
export const documentedRoutes: readonly DescribedRoute[] = [
  quotaRoute,
  openapiDescription,
  healthRoute,
  readinessRoute,
];
