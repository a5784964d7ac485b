import { nameRecord } from "@/lib/resource/terms";
import type { CastMemberEntry } from "@/lib/resources/cast-members/schema";
import type { Person } from "@/lib/resources/people/schema";
import type { ProductionEntry } from "@/lib/resources/productions/schema";
import type { Role } from "@/lib/resources/roles/schema";
import type { Show } from "@/lib/resources/shows/schema";
import { terms } from "@/lib/resources/terms";
import type { Theatre } from "@/lib/resources/theatres/schema";

/** A record of each resource as it stands in its list. */
export interface Entries {
  shows: Show;
  theatres: Theatre;
  people: Person;
  roles: Role;
  productions: ProductionEntry;
  "cast-members": CastMemberEntry;
}

/** One of the six, as its path names it. */
export type Path = keyof Entries;

/** What staff have open of other resources, to call records by their names. Empty where it is not needed. */
export type Directory = { readonly [P in Path]: ReadonlyMap<string, Entries[P]> };

/** What a record's name is made of, beside the entry itself. */
const needs: Partial<Record<Path, readonly Path[]>> = { productions: ["theatres"] };

interface Noun<Entry> {
  singular: string;
  plural: string;
  needs: readonly Path[];
  nameOf(entry: Entry, directory: Directory): string;
}

export const paths = Object.keys(terms) as readonly Path[];

// For each path its own entries, which the compiler does not follow through fromEntries.
export const nouns = Object.fromEntries(
  paths.map((path) => [
    path,
    {
      ...terms[path],
      needs: needs[path] ?? [],
      nameOf: (entry: Entries[Path], directory: Directory) =>
        nameRecord(terms, path, { ...entry }, (to, id) => directory[to].get(id)),
    },
  ]),
) as unknown as { readonly [P in Path]: Noun<Entries[P]> };

export function isPath(path: string): path is Path {
  return Object.hasOwn(nouns, path);
}

/** A record's name; its id while it is not known. */
export function nameOf<P extends Path>(path: P, id: string, directory: Directory): string {
  const entry = directory[path].get(id);
  return entry === undefined ? id : nouns[path].nameOf(entry, directory);
}
