import "server-only";
import { accountRoute, accountsRoute } from "../accounts/route.ts";
import { securityLogRoute } from "../accounts/security-log-route.ts";
import { activityRoute, revertRoute } from "../activity/route.ts";
import { changesRoute } from "../changes/route.ts";
import { problemsRoute } from "../data-quality/route.ts";
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
  activityRoute,
  revertRoute,
  changesRoute,
  problemsRoute,
  accountsRoute,
  accountRoute,
  securityLogRoute,
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
