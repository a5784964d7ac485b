import { placeGroups } from "@/components/overview/places";
import type { AliasMatchesByPath } from "@/components/records/directory/use-alias-matches";
import { findRecords } from "@/components/records/directory/record-matches";
import { resourceViews, paths } from "@/lib/resources/resource-views.browser";
import { createMatcher, nameKey } from "@/lib/listings/search/matching.browser";
import type { Directory } from "@/components/records/record-name";
import type { Permission } from "@/lib/access/permissions.browser";

/** A destination of the palette. */
export interface Command {
  href: string;
  name: string;
  /** The kind of destination, in a word or two. */
  kind: string;
}

const maxOfKind = 6;

/**
 * Pages, actions and records that match a query; accounts without the dashboard are led to a record in the API.
 *
 * @param aliases the records that the query finds by an alias.
 */
export function commandsFor(
  typed: string,
  directory: Directory,
  permissions: readonly Permission[],
  aliases: AliasMatchesByPath = {},
): Command[] {
  const matches = createMatcher(typed);
  const places = placesFor(permissions).filter(({ name, kind }) => matches(nameKey(`${name} ${kind}`)));
  if (typed.trim() === "") return places;
  const records = paths.flatMap((path) =>
    findRecords(path, directory, typed, () => true, aliases[path])
      .slice(0, maxOfKind)
      .map(({ id, name, rank, alias }) => ({
        rank,
        href: `/${permissions.includes("editRecords") ? "dashboard" : "api"}/${path}/${encodeURIComponent(id)}`,
        name,
        kind: alias ? `${resourceViews[path].singular}, also ${alias}` : resourceViews[path].singular,
      })),
  );
  const ranked = records.toSorted((a, b) => a.rank - b.rank).map(({ rank: _rank, ...command }) => command);
  return [...places.slice(0, maxOfKind), ...ranked];
}

function placesFor(permissions: readonly Permission[]): Command[] {
  const own = [
    page("/developers", "Keys and usage"),
    page("/developers/account", "Your account"),
    page("/developers/found-a-key", "Found a key"),
  ];
  return permissions.includes("editRecords") ? [...staffPlaces(permissions), ...own, ...staffActions] : own;
}

const page = (href: string, name: string): Command => ({ href, name, kind: "page" });
const action = (href: string, name: string): Command => ({ href, name, kind: "action" });

function staffPlaces(permissions: readonly Permission[]): Command[] {
  return placeGroups(permissions).flatMap(({ places }) => places.map(({ href, name }) => page(href, name)));
}

const staffActions = [
  ...paths.map((path) => action(`/dashboard/${path}/new`, `New ${resourceViews[path].singular}`)),
  ...paths.map((path) => action(`/dashboard/${path}/import`, `Import ${resourceViews[path].plural}`)),
];
