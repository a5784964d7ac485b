import { nouns, type Directory, type Entries, type Path } from "./nouns";

/** A record that refers to another. */
export interface Referrer {
  path: Path;
  id: string;
  name: string;
}

type Members<P extends Path> = readonly [from: P, member: keyof Entries[P]];
type AnyMembers = { [P in Path]: Members<P> }[Path];

/** By which members other records refer to those of a resource. */
const referring: { readonly [P in Path]: readonly AnyMembers[] } = {
  shows: [
    ["productions", "show_id"],
    ["theatres", "current_show_id"],
  ],
  theatres: [["productions", "theatre_id"]],
  people: [["cast-members", "person_id"]],
  roles: [["cast-members", "role_id"]],
  productions: [
    ["roles", "production_id"],
    ["cast-members", "production_id"],
  ],
  "cast-members": [],
};

/** Whose deletion may take along what refers to it (contract §5). */
export const cascading: readonly Path[] = ["productions", "people", "roles"];

/** Resources whose records may refer to those of this one, and what their names are made of. */
export function neededFor(path: Path): Path[] {
  return referring[path].flatMap(([from]) => [from, ...nouns[from].needs]);
}

export function referrersTo(path: Path, ids: ReadonlySet<string>, directory: Directory): Referrer[] {
  return referring[path].flatMap(([from, member]) => referrersBy(from, String(member), ids, directory));
}

function referrersBy<P extends Path>(from: P, member: string, ids: ReadonlySet<string>, directory: Directory) {
  const entries: ReadonlyMap<string, Entries[P]> = directory[from];
  return [...entries.values()]
    .filter((entry) => ids.has(String(Reflect.get(entry, member))))
    .map((entry): Referrer => ({ path: from, id: entry.id, name: nouns[from].nameOf(entry, directory) }));
}

/** How many of each resource, in words. */
export function countedByNoun(referrers: readonly { path: Path }[]): string {
  const counts = new Map<Path, number>();
  for (const { path } of referrers) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts].map(([path, count]) => counted(count, path)).join(", ");
}

export function counted(count: number, path: Path): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? nouns[path].singular : nouns[path].plural}`;
}
