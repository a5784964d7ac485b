import { placeGroups } from "@/components/overview/places";
import { findRecords } from "@/components/records/directory/record-matches";
import type { Directory } from "@/components/records/record-name";
import { useAliasesIn, useDirectory, type FoundByPath } from "@/components/records/use-directory";
import { Combobox } from "@/components/ui/combobox";
import { Dialog } from "@/components/ui/dialog";
import { controlClass } from "@/components/ui/field";
import type { Permission } from "@/lib/http/access/permissions.browser";
import { createMatcher, nameKey } from "@/lib/listings/search/matching.browser";
import { paths, resourceViews } from "@/lib/resources/resource-views.browser";
import { useDeferredValue, useState } from "react";

interface Props {
  permissions: readonly Permission[];
  onDismiss(): void;
}

export function Palette({ permissions, onDismiss }: Props) {
  const { directory, isPending } = useDirectory(paths);
  const [typed, setTyped] = useState("");
  const wanted = useDeferredValue(typed);
  const { found, isAsking } = useAliasesIn(aliased, wanted);
  const goals = commandsFor(wanted, directory, permissions, found);
  const options = goals.map(({ href, name, kind }) => ({
    key: href,
    href,
    content: (
      <>
        <bdi className="min-w-0 truncate">{name}</bdi>
        <span className="text-muted">{kind}</span>
      </>
    ),
  }));
  return (
    <Dialog title="Go to" onDismiss={onDismiss}>
      <Combobox
        aria-label="Record, page or action"
        autoFocus
        placeholder="Search, or type “new show”"
        className={controlClass}
        value={typed}
        listLabel="Destinations"
        options={options}
        isLoading={wanted !== typed || (goals.length === 0 && isAsking)}
        onType={setTyped}
        onChoose={onDismiss}
      />
      <p role="status" className="text-sm text-muted">
        {isPending || (goals.length === 0 && isAsking) ? "Loading records…" : goals.length === 0 ? "No results" : ""}
      </p>
    </Dialog>
  );
}

interface Command {
  href: string;
  name: string;
  /** The kind of destination, in a word or two. */
  kind: string;
}

const maxOfKind = 6;

/**
 * Pages, actions and records that match a query; accounts without the dashboard are led to a record in the API.
 *
 * @param byAlias the records that the API finds by the query.
 */
export function commandsFor(
  typed: string,
  directory: Directory,
  permissions: readonly Permission[],
  byAlias: FoundByPath = {},
): Command[] {
  const matches = createMatcher(typed);
  const places = placesFor(permissions).filter(({ name, kind }) => matches(nameKey(`${name} ${kind}`)));
  if (typed.trim() === "") return places;
  const records = paths.flatMap((path) =>
    findRecords(path, directory, typed, () => true, byAlias[path])
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
  const isStaff = permissions.includes("editRecords");
  const staffPages = isStaff ? placeGroups(permissions).flatMap(({ places }) => places) : [];
  const pages = [...staffPages, ...accountPages].map(({ href, name }) => ({ href, name, kind: "page" }));
  return isStaff ? [...pages, ...staffActions] : pages;
}

const accountPages = [
  { href: "/developers", name: "Keys and usage" },
  { href: "/developers/account", name: "Your account" },
  { href: "/developers/found-a-key", name: "Found a key" },
];

const staffActions = [
  ...paths.map((path) => ({ href: `/dashboard/${path}/new`, name: `New ${resourceViews[path].singular}` })),
  ...paths.map((path) => ({ href: `/dashboard/${path}/import`, name: `Import ${resourceViews[path].plural}` })),
].map((action) => ({ ...action, kind: "action" }));

/** The resources whose own aliases the palette looks in. */
const aliased = paths.filter((path) => resourceViews[path].detailsFields?.["aliases"]);
