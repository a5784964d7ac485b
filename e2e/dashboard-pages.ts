import { placeGroups } from "../components/overview/places";
import { permissionsOf, type AccountRole } from "../lib/access/permissions.browser";
import { paths } from "../lib/resources/resource-views.browser";

/** The pages of the dashboard's navigation that this role sees, except the lists of records. */
export function dashboardPages(role: AccountRole): string[] {
  const lists = new Set(paths.map((path) => `/dashboard/${path}`));
  return placeGroups(permissionsOf({ role }))
    .flatMap(({ places }) => places.map(({ href }) => href))
    .filter((href) => !lists.has(href));
}
