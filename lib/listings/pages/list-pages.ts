import "server-only";
import { castOn, runDaysOf, timetableOf } from "../casts/days.ts";
import { sortedRunsOn } from "../casts/listings.ts";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import { entryOf, type Row } from "../../catalogue/row.ts";
import { daysBetween } from "../../core/dates.ts";
import { performancesOn } from "../../resources/productions/performances.browser.ts";
import type { Show } from "../../resources/shows/schema.browser.ts";
import type { Theatre } from "../../resources/theatres/schema.browser.ts";
import type { ProductionEntry } from "../../resources/productions/schema.browser.ts";
import { aliasesOf } from "../search/match-names.ts";
import { beyondSale, named, nearestRun, runsWith, shownRun } from "./runs.ts";
import type { FoundName, ListedShow, ListedTheatre, Matches, Named, Run, RunOfDay } from "./schema.browser.ts";

const leadsShown = 3;

/** What is on, by theatre, and what opens and closes in the month of the day, by day. @param on null: today. */
export function dayPage(read: CatalogueReader, on: string | null) {
  const day = on ?? read.today;
  const runs = sortedRunsOn(read, day).map(({ production }): RunOfDay => {
    const run = shownRun(read, production);
    const { last } = run.days;
    return {
      ...run,
      beyondSale: beyondSale(read, run, day),
      daysLeft: last === null ? null : daysBetween(day, last),
      performances: performancesOn(day, timetableOf(production), run.days),
      leads: castOn(read, production, { on: day, dated: "only" })
        .filter(({ certain, role_type }) => certain === true && role_type === "principal")
        .slice(0, leadsShown)
        .map(({ person }) => named(person)),
    };
  });
  const month = day.slice(0, 7);
  const inMonth = (edge: "first" | "last") => {
    const keyOf = (row: Row) => `${runDaysOf(row)[edge]} ${runDaysOf(row).first} ${row.id}`;
    return [...read.list("productions")]
      .filter((row) => keyOf(row).startsWith(month))
      .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      .map((row) => shownRun(read, row));
  };
  return {
    day,
    today: read.today,
    runs: runs.toSorted((a, b) => a.theatre.name.localeCompare(b.theatre.name, "en-GB")),
    opening: inMonth("first"),
    closing: inMonth("last"),
  };
}

/** All shows, by name. */
export function showList(read: CatalogueReader): ListedShow[] {
  return [...read.list("shows")]
    .map((row): ListedShow => {
      const { id, name, type } = entryOf<Show>(row);
      const runs = runsWith(read, "show_id", id);
      const run = nearestRun(runs, read.today);
      return { id, name, type, run: run ? shownRun(read, run) : null, runCount: runs.length };
    })
    .toSorted(byName);
}

/** All theatres, by name. */
export function theatreList(read: CatalogueReader): ListedTheatre[] {
  const running = new Map(
    sortedRunsOn(read, read.today).map(({ production, theatre }) => [theatre.id, entryOf<ProductionEntry>(production)]),
  );
  return [...read.list("theatres")]
    .map((row): ListedTheatre => {
      const run = running.get(row.id);
      return { ...entryOf<Theatre>(row), playing: run ? named(run.show) : null };
    })
    .toSorted(byName);
}

function byName(a: Named, b: Named): number {
  return a.name.localeCompare(b.name, "en-GB");
}

/** As the search answers: records. */
export type NameMatches = Readonly<Record<keyof Matches, readonly Named[]>>;

/** What tells each record from others of its name, or why it was found; a role leads to its show. */
export function matchesInShows(read: CatalogueReader, { shows, theatres, people, roles }: NameMatches): Matches {
  /** With its other names: `formerly Globe Theatre; also The Globe`. */
  const called = (place: FoundName["page"][0], { id, name }: Named, more: readonly string[] = []): FoundName => {
    const row = read.row(place, id);
    const others = (row ? aliasesOf(row) : []).map(
      (one) => `${one.kind === "former" ? "formerly" : "also"} ${one.name}`,
    );
    return { id, name, note: [...others, ...more].join("; ") || null, page: [place, id] };
  };
  return {
    shows: shows.map((show) => {
      const production = nearestRun(runsWith(read, "show_id", show.id), read.today);
      const run = production && shownRun(read, production);
      return called("shows", show, run ? [`${run.show.type}, ${placeInWords(run)}`] : []);
    }),
    theatres: theatres.map((theatre) => called("theatres", theatre)),
    people: people.map((person) => called("people", person)),
    roles: roles.flatMap(({ id, name }): FoundName[] => {
      const production = read.row("productions", String(read.row("roles", id)?.record["production_id"]));
      if (!production) return [];
      const run = shownRun(read, production);
      const { show } = run;
      return [{ id, name, note: `in ${show.name}, ${placeInWords(run)}`, page: ["shows", show.id] }];
    }),
  };
}

function placeInWords({ theatre, days }: Run): string {
  return `${theatre.name}, ${days.first.slice(0, 4)}`;
}

/** What a row has that no change has touched. */
const never = "1970-01-01T00:00:00.000Z";

/** The public pages of records, and when what each shows last changed: ISO 8601; null: never since it was loaded. */
export function sitemapEntries(read: CatalogueReader) {
  const latest = new Map<string, string>();
  const note = (path: string, id: unknown, { changedAt }: Row) => {
    const key = `/${path}/${encodeURIComponent(String(id))}`;
    if (changedAt > (latest.get(key) ?? "")) latest.set(key, changedAt);
  };
  for (const path of ["shows", "theatres", "people"]) for (const row of read.list(path)) note(path, row.id, row);
  const showOf = new Map<string, unknown>();
  for (const row of read.list("productions")) {
    showOf.set(row.id, row.record["show_id"]);
    note("shows", row.record["show_id"], row);
    note("theatres", row.record["theatre_id"], row);
  }
  for (const path of ["cast-members", "crew-members"])
    for (const row of read.list(path)) {
      note("shows", showOf.get(String(row.record["production_id"])), row);
      note("people", row.record["person_id"], row);
    }
  return [...latest].map(([path, changedAt]) => ({ path, changedAt: changedAt === never ? null : changedAt }));
}
