import type { Permission } from "@/lib/http/access/permissions.browser";
import { resourceViews, paths, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { capitalised } from "@/lib/records/terms.browser";
import type { ResourceView } from "@/lib/records/view.browser";

/** A page of the dashboard. */
export interface Place {
  href: string;
  name: string;
  /** Only the exact path is current, because subpages are places of their own. */
  isExact?: boolean;
  /** Who sees it; absent: each account that sees the dashboard. */
  permission?: Permission;
}

/** Places under a title; the first group has none. */
export interface PlaceGroup {
  title: string | null;
  places: readonly Place[];
}

export const dataQuality: Place = { href: "/dashboard/data-quality", name: "Data quality", permission: "reviewData" };

export const suggestionsPlace: Place = {
  href: "/dashboard/suggestions",
  name: "Suggestions",
  permission: "answerSuggestions",
};

export const accountsPlace: Place = { href: "/dashboard/accounts", name: "Accounts", permission: "manageAccounts" };

/** The pages of the dashboard for an account with these permissions. Each resource is in the group that its view names. */
export function placeGroups(permissions: readonly Permission[]): PlaceGroup[] {
  const groups: PlaceGroup[] = [
    { title: null, places: [{ href: "/dashboard", name: "Overview", isExact: true }] },
    { title: "Listings", places: resourcesIn("listings") },
    { title: "Casts", places: resourcesIn("casts") },
    { title: "Watch", places: [dataQuality, suggestionsPlace, activity] },
    { title: "Admin", places: [accountsPlace, securityLog] },
  ];
  const isOpen = ({ permission }: Place) => permission === undefined || permissions.includes(permission);
  return groups
    .map(({ title, places }) => ({ title, places: places.filter(isOpen) }))
    .filter(({ places }) => places.length > 0);
}

const activity: Place = { href: "/dashboard/activity", name: "Activity", permission: "readActivity" };

const securityLog: Place = { href: "/dashboard/security-log", name: "Security log", permission: "readSecurityLog" };

// The views differ in their entries only, which the group doesn't depend on.
const views: { readonly [P in ResourcePath]: Pick<ResourceView<never>, "group"> } = resourceViews;

function resourcesIn(group: NonNullable<ResourceView<never>["group"]>): Place[] {
  return paths
    .filter((path) => (views[path].group ?? "listings") === group)
    .map((path) => ({ href: `/dashboard/${path}`, name: capitalised(resourceViews[path].plural) }));
}
