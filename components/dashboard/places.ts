import { nouns, paths, type ResourcePath } from "@/lib/resources/nouns";
import { capitalised } from "@/lib/resource/terms";
import type { NounView } from "@/lib/resource/view";

/** A page of the dashboard. */
export interface Place {
  href: string;
  name: string;
  /** Only the exact path is current, because subpages are places of their own. */
  isExact?: boolean;
}

/** Places under a title; the first group has none. */
export interface PlaceGroup {
  title: string | null;
  places: readonly Place[];
}

export const dataQuality: Place = { href: "/dashboard/data-quality", name: "Data quality" };

export const accountsPlace: Place = { href: "/dashboard/accounts", name: "Accounts" };

/** The pages of the dashboard for an editor or an administrator. Each noun is in the group that its view names. */
export function placeGroups(isAdministrator: boolean): PlaceGroup[] {
  return [
    { title: null, places: [{ href: "/dashboard", name: "Overview", isExact: true }] },
    { title: "Listings", places: nounsIn("listings") },
    { title: "Casts", places: nounsIn("casts") },
    { title: "Watch", places: [dataQuality, { href: "/dashboard/activity", name: "Activity" }] },
    ...(isAdministrator ? [{ title: "Admin", places: administration }] : []),
  ];
}

const administration: Place[] = [accountsPlace, { href: "/dashboard/security-log", name: "Security log" }];

// The views differ in their entries only, which the group doesn't depend on.
const views: { readonly [P in ResourcePath]: Pick<NounView<never>, "group"> } = nouns;

function nounsIn(group: NonNullable<NounView<never>["group"]>): Place[] {
  return paths
    .filter((path) => (views[path].group ?? "listings") === group)
    .map((path) => ({ href: `/dashboard/${path}`, name: capitalised(nouns[path].plural) }));
}
