import "server-only";
import { ownAccountRoute } from "../portal/account-route.ts";
import { foundKeyRoute } from "../portal/found-key-route.ts";
import { foundNoticeRoute } from "../portal/found-notice-route.ts";
import { identityRoute } from "../portal/identity-route.ts";
import { keyRoute, keysRoute, rotationRoute } from "../portal/keys-route.ts";
import { sessionRoute, sessionsRoute } from "../portal/sessions-route.ts";
import { usageRoute } from "../portal/usage-route.ts";
import { healthRoute, readinessRoute } from "../service/health.ts";
import { quotaRoute } from "../service/quota.ts";
import type { DescribedRoute } from "./declared-paths.ts";
import { openapiDescription } from "./self-description.ts";

/** The routes whose operations declare themselves, in the document's order. */
export const documentedRoutes: readonly DescribedRoute[] = [
  keysRoute,
  foundKeyRoute,
  keyRoute,
  rotationRoute,
  usageRoute,
  ownAccountRoute,
  sessionsRoute,
  sessionRoute,
  identityRoute,
  foundNoticeRoute,
  quotaRoute,
  openapiDescription,
  healthRoute,
  readinessRoute,
];
