import "server-only";
import { authRoute } from "./accounts/next-auth/auth-route.ts";
import { accountRoute, accountSearchRoute, accountsRoute } from "./accounts/api/accounts-route.ts";
import * as access from "./accounts/api/access-route.ts";
import { resetRequestRoute, verificationLetterRoute, verifyRoute } from "./accounts/api/mail-route.ts";
import * as passwordLinks from "./accounts/api/password-links-route.ts";
import { securityLogRoute } from "./accounts/api/security-log-route.ts";
import { activityRoute, revertRoute } from "./editing/activity/activity-route.ts";
import * as casts from "./listings/casts/cast-routes.ts";
import { onRoute } from "./listings/casts/listings.ts";
import { comingRoute } from "./listings/coming/coming-route.ts";
import { importRoute } from "./editing/imports/import-route.ts";
import { exportRoute } from "./editing/changes/export-route.ts";
import { changesRoute } from "./editing/changes/changes-route.ts";
import { followRuns } from "./editing/current-shows/follow-runs.ts";
import * as problems from "./editing/data-quality/problem-routes.ts";
import { downloadRoutes } from "./listings/downloads/download-routes.ts";
import { calendarRoutes } from "./listings/feeds/calendar-routes.ts";
import type { Route } from "./http/route.ts";
import { suggestionRoute, suggestionsRoute } from "./accounts/suggestions/api/suggestion-routes.ts";
import * as limitRequests from "./accounts/keys/limit-requests/limit-request-routes.ts";
import { mcpRouteFor } from "./listings/mcp/mcp-route.ts";
import { openapiRouteFor, typesRouteFor } from "./docs/openapi/document-routes.ts";
import { ownAccountRoute, identityRoute } from "./accounts/api/own-account-route.ts";
import { accountExportRoute } from "./accounts/api/own-export-route.ts";
import * as foundKeys from "./accounts/keys/api/found-keys-routes.ts";
import { keyRoute, keysRoute, rotationRoute } from "./accounts/keys/api/keys-route.ts";
import { noticeRoute, noticesRoute } from "./accounts/keys/api/notices-route.ts";
import * as passkeys from "./accounts/api/own-passkeys-route.ts";
import * as secondFactors from "./accounts/api/own-second-factors-route.ts";
import { keyRequestsRoute, usageRoute } from "./accounts/keys/api/usage-route.ts";
import { detailRoutes } from "./records/details-routes.ts";
import { mergeRoute } from "./editing/merges/merge-route.ts";
import { relatedRoutes } from "./editing/related/related-route.ts";
import { listRoute, recordRoute } from "./records/resource-routes.ts";
import { resources } from "./resources/resources.ts";
import { resourceSearchRoutes, searchRoute } from "./listings/search/search-routes.ts";
import { cronRoute, metricsRoute } from "./http/service/operator-routes.ts";
import { healthRoute, quotaRoute, readinessRoute } from "./http/service/service-routes.ts";
import { onNewDay } from "./records/new-day.ts";
import { updatesRoute } from "./listings/updates/updates-route.ts";

// A process that serves the routes also does the work of a new day.
onNewDay(followRuns);

/** Every path of the API, in the order of the OpenAPI document. */
export const routes: readonly Route[] = [
  ...resources.flatMap((resource) => [listRoute(resource), recordRoute(resource), ...detailRoutes(resource)]),
  ...resources.filter(({ isMergeable }) => isMergeable).map(mergeRoute),
  ...relatedRoutes,
  casts.productionCastRoute,
  casts.productionCrewRoute,
  casts.productionPerformancesRoute,
  casts.creditsRoute,
  casts.playersRoute,
  casts.showProductionsRoute,
  onRoute,
  comingRoute,
  updatesRoute,
  searchRoute,
  ...resourceSearchRoutes,
  activityRoute,
  revertRoute,
  changesRoute,
  exportRoute,
  importRoute,
  problems.problemsRoute,
  problems.problemCountsRoute,
  problems.snoozeRoute,
  problems.unsnoozeRoute,
  accountsRoute,
  accountSearchRoute,
  passwordLinks.invitationsRoute,
  passwordLinks.invitationRoute,
  accountRoute,
  access.accountSessionsRoute,
  access.accountSessionRoute,
  access.accountKeysRoute,
  access.accountFactorsRoute,
  passwordLinks.passwordResetRoute,
  foundKeys.accountKeyRoute,
  foundKeys.accountKeysByPrefixRoute,
  passwordLinks.linkRoute,
  passwordLinks.passwordByLinkRoute,
  resetRequestRoute,
  verifyRoute,
  verificationLetterRoute,
  securityLogRoute,
  limitRequests.limitRequestsRoute,
  limitRequests.limitRequestRoute,
  suggestionsRoute,
  suggestionRoute,
  keysRoute,
  foundKeys.foundKeyRoute,
  keyRoute,
  rotationRoute,
  usageRoute,
  limitRequests.ownLimitRequestsRoute,
  keyRequestsRoute,
  ownAccountRoute,
  accountExportRoute,
  access.sessionsRoute,
  access.sessionRoute,
  identityRoute,
  secondFactors.secondFactorsRoute,
  secondFactors.appRoute,
  secondFactors.appConfirmationRoute,
  passkeys.passkeyOptionsRoute,
  passkeys.passkeysRoute,
  passkeys.passkeyRoute,
  secondFactors.recoveryCodesRoute,
  passkeys.passkeySignInOptionsRoute,
  foundKeys.foundNoticeRoute,
  noticesRoute,
  noticeRoute,
  quotaRoute,
  // The document describes all routes including itself, the types the public ones.
  openapiRouteFor(() => routes),
  typesRouteFor(() => routes),
  healthRoute,
  readinessRoute,
  metricsRoute,
  cronRoute,
];

/** `POST /mcp`, whose tools read the routes of the API. */
export const mcpRoute = mcpRouteFor(() => routes);

/** The calendars and downloads, which are outside `/api` and its OpenAPI document. */
export const fileRoutes: readonly Route[] = [...calendarRoutes, ...downloadRoutes];

/** All that our own server serves beside Next's pages. */
export const servedRoutes: readonly Route[] = [...routes, authRoute, ...fileRoutes, mcpRoute];
