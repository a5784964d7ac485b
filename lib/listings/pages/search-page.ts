import "server-only";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import { entryOf } from "../../catalogue/row.ts";
import type { ProductionEntry } from "../../resources/productions/schema.browser.ts";
import type { Role } from "../../resources/roles/schema.browser.ts";
import type { Matches, Named } from "./schema.browser.ts";

/** As the search answers: records. */
export type NameMatches = Readonly<Record<keyof Matches, readonly Named[]>>;

/** Adds the show to each role, and leaves out what a list does not show. */
export function matchesInShows(read: CatalogueReader, { shows, theatres, people, roles }: NameMatches): Matches {
  const named = (all: readonly Named[]) => all.map(({ id, name }) => ({ id, name }));
  return {
    shows: named(shows),
    theatres: named(theatres),
    people: named(people),
    roles: roles.flatMap(({ id, name }) => {
      const role = read.row("roles", id);
      const production = role && read.row("productions", (role.record as Role).production_id);
      if (!production) return [];
      const { show } = entryOf<ProductionEntry>(production);
      return [{ id, name, show: { id: show.id, name: show.name } }];
    }),
  };
}
