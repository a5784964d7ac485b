import "server-only";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import type { Row } from "../../catalogue/row.ts";
import type { Alias } from "../../records/schema.browser.ts";
import { Footnotes, nearestRun, runsWith, shownRun } from "./runs.ts";
import type { FoundName, Matches, Named, Run } from "./schema.browser.ts";

/** As the search answers: records. */
export type NameMatches = Readonly<Record<keyof Matches, readonly Named[]>>;

/** What tells each record from others of its name, or why it was found; a role leads to its show. */
export function matchesInShows(read: CatalogueReader, { shows, theatres, people, roles }: NameMatches): Matches {
  const runOf = (row: Row) => shownRun(read, row, new Footnotes());
  const called = (path: "theatres" | "people", all: readonly Named[]) =>
    all.map(({ id, name }): FoundName => ({ id, name, note: aliasesInWords(read.row(path, id)) }));
  return {
    shows: shows.map(({ id, name }) => {
      const run = nearestRun(runsWith(read, "show_id", id).map(runOf), read.today);
      const note = [aliasesInWords(read.row("shows", id)), run && `${run.show.type}, ${placeInWords(run)}`];
      return { id, name, note: note.filter(Boolean).join("; ") || null };
    }),
    theatres: called("theatres", theatres),
    people: called("people", people),
    roles: roles.flatMap(({ id, name }) => {
      const production = read.row("productions", String(read.row("roles", id)?.record["production_id"]));
      if (!production) return [];
      const run = runOf(production);
      return [{ id, name, note: `in ${run.show.name}, ${placeInWords(run)}`, show: run.show }];
    }),
  };
}

function placeInWords({ theatre, days }: Run): string {
  return `${theatre.name}, ${days.first.slice(0, 4)}`;
}

/** `formerly Globe Theatre; also The Globe`; null without other names. */
function aliasesInWords(row: Row | undefined): string | null {
  // The schema parsed the aliases when they were written.
  const aliases = (row?.details["aliases"] ?? []) as Alias[];
  const words = aliases.map(({ kind, name }) => `${kind === "former" ? "formerly" : "also"} ${name}`);
  return words.join("; ") || null;
}
