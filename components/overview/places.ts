import type { Permission } from "@/lib/http/access/permissions.browser";
import { resourceViews, paths, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { capitalised } from "@/lib/records/terms.browser";
import type { ResourceView } from "@/lib/records/view.browser";

export interface Place {
  href: string;
  name: string;
  /** Only the exact path is current, because subpages are places of their own. */
  isExact?: boolean;
  /** Who sees it; absent: each account that sees the dashboard. */
  permission?: Permission;
  /** What is counted beside its name. */
  waiting?: "problem" | "suggestion" | "limit request";
}

/** Places under a title; the first group has none. */
interface PlaceGroup {
  title: string | null;
  places: readonly Place[];
}

/** The pages of the dashboard for an account with these permissions. Each resource is in the group that its view names. */
export function placeGroups(permissions: readonly Permission[]): PlaceGroup[] {
  const groups: PlaceGroup[] = [
    { title: null, places: [{ href: "/dashboard", name: "Overview", isExact: true }] },
    { title: "Listings", places: resourcesIn("listings") },
    { title: "Casts", places: resourcesIn("casts") },
    {
      title: "Watch",
      places: [
        { href: "/dashboard/data-quality", name: "Data quality", permission: "reviewData", waiting: "problem" },
        { href: "/dashboard/suggestions", name: "Suggestions", permission: "answerSuggestions", waiting: "suggestion" },
        { href: "/dashboard/activity", name: "Activity", permission: "readActivity" },
      ],
    },
    {
      title: "Admin",
      places: [
        { href: "/dashboard/accounts", name: "Accounts", permission: "manageAccounts", waiting: "limit request" },
        { href: "/dashboard/security-log", name: "Security log", permission: "readSecurityLog" },
      ],
    },
  ];
  const isOpen = ({ permission }: Place) => permission === undefined || permissions.includes(permission);
  return groups
    .map(({ title, places }) => ({ title, places: places.filter(isOpen) }))
    .filter(({ places }) => places.length > 0);
}

// The views differ in their entries only, which the group doesn't depend on.
const views: { readonly [P in ResourcePath]: Pick<ResourceView<never>, "group"> } = resourceViews;

function resourcesIn(group: NonNullable<ResourceView<never>["group"]>): Place[] {
  return paths
    .filter((path) => (views[path].group ?? "listings") === group)
    .map((path) => ({ href: `/dashboard/${path}`, name: capitalised(resourceViews[path].plural) }));
}
