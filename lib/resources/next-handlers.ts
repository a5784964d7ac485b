import "server-only";
import { nextHandlers, type NextRouteHandlers } from "../http/handlers.ts";
import { listRoute, recordRoute } from "../records/resource-routes.ts";
import type { ResourcePath } from "./resource-views.browser.ts";
import { resourceAt } from "./resources.ts";

/** What `app/api/<path>/route.ts` exports. */
export const listHandlers = (path: ResourcePath): NextRouteHandlers => nextHandlers(listRoute(resourceAt(path)));

/** What `app/api/<path>/[id]/route.ts` exports. */
export const recordHandlers = (path: ResourcePath): NextRouteHandlers => nextHandlers(recordRoute(resourceAt(path)));
