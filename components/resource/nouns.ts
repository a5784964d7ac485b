import type { CastMemberEntry } from "@/lib/resources/cast-members/schema";
import type { Person } from "@/lib/resources/people/schema";
import type { ProductionEntry } from "@/lib/resources/productions/schema";
import type { Role } from "@/lib/resources/roles/schema";
import type { Show } from "@/lib/resources/shows/schema";
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

interface Noun<Entry> {
  singular: string;
  plural: string;
  /** What its name is made of, beside the record itself. */
  needs: readonly Path[];
  nameOf(entry: Entry, directory: Directory): string;
}

export const nouns: { readonly [P in Path]: Noun<Entries[P]> } = {
  shows: { singular: "show", plural: "shows", needs: [], nameOf: ({ name }) => name },
  theatres: { singular: "theatre", plural: "theatres", needs: [], nameOf: ({ name }) => name },
  people: { singular: "person", plural: "people", needs: [], nameOf: ({ name }) => name },
  productions: {
    singular: "production",
    plural: "productions",
    needs: ["theatres"],
    nameOf: ({ show, theatre_id, opening_date }, { theatres }) =>
      `${show.name}, ${theatres.get(theatre_id)?.name ?? theatre_id}, ${opening_date.slice(0, 4)}`,
  },
  roles: { singular: "role", plural: "roles", needs: [], nameOf: ({ name }) => name },
  "cast-members": {
    singular: "cast member",
    plural: "cast members",
    needs: [],
    nameOf: ({ person, production }) => `${person.name} in ${production.show.name}`,
  },
};

export const paths: readonly Path[] = ["shows", "theatres", "people", "roles", "productions", "cast-members"];

export function isPath(path: string): path is Path {
  return Object.hasOwn(nouns, path);
}

/** A record's name; its id while it is not known. */
export function nameOf<P extends Path>(path: P, id: string, directory: Directory): string {
  const entry = directory[path].get(id);
  return entry === undefined ? id : nouns[path].nameOf(entry, directory);
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
