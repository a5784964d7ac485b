import "server-only";
import { castOn, runDaysOf, timetableOf } from "../casts/days.ts";
import { sortedRunsOn } from "../casts/listings.ts";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import { entryOf, type Row } from "../../catalogue/row.ts";
import { daysBetween } from "../../core/dates.ts";
import { performancesOn } from "../../resources/productions/performances.browser.ts";
import type { Show } from "../../resources/shows/schema.browser.ts";
import type { Theatre } from "../../resources/theatres/schema.browser.ts";
import { Footnotes, beyondSale, nearestRun, shownRun, runsWith } from "./runs.ts";
import type { DayPage, ListedShow, ListedTheatre, Named, Run, RunOfDay } from "./schema.browser.ts";

const leadsShown = 3;

/** What is on, by theatre, and what opens and closes in the month. @param on null: today. */
export function dayPage(read: CatalogueReader, on: string | null): DayPage {
  const day = on ?? read.today;
  const footnotes = new Footnotes();
  const runs = sortedRunsOn(read, day).map(({ production }): RunOfDay => {
    const run = shownRun(read, production, footnotes);
    const { last } = run.days;
    return {
      ...run,
      beyondSale: beyondSale(read, run, day),
      daysLeft: last === null ? null : daysBetween(day, last),
      performances: performancesOn(day, timetableOf(production), run.days),
      leads: leadsOf(read, production, day),
    };
  });
  const month = day.slice(0, 7);
  const inMonth = (dayOf: (row: Row) => string | null) =>
    [...read.list("productions")]
      .filter((row) => dayOf(row)?.startsWith(month))
      .map((row) => shownRun(read, row, footnotes))
      .toSorted(byFirst);
  return {
    day,
    today: read.today,
    runs: runs.toSorted((a, b) => a.theatre.name.localeCompare(b.theatre.name, "en-GB")),
    opening: inMonth((row) => runDaysOf(row).first),
    closing: inMonth((row) => runDaysOf(row).last).toSorted((a, b) => compare(a.days.last ?? "", b.days.last ?? "")),
  };
}

function leadsOf(read: CatalogueReader, production: Row, day: string): Named[] {
  return castOn(read, production, { on: day, dated: "only" })
    .filter(({ certain, role_type }) => certain === true && role_type === "principal")
    .slice(0, leadsShown)
    .map(({ person: { id, name } }) => ({ id, name }));
}

/** All shows, by name. */
export function showList(read: CatalogueReader): ListedShow[] {
  const footnotes = new Footnotes();
  return [...read.list("shows")]
    .map((row): ListedShow => {
      const { id, name, type } = entryOf<Show>(row);
      const runs = runsWith(read, "show_id", id).map((one) => shownRun(read, one, footnotes));
      const run = nearestRun(runs, read.today);
      const shown = run && {
        theatre: run.theatre,
        opening_date: run.opening_date,
        closing_date: run.closing_date,
        days: run.days,
      };
      return { id, name, type, run: shown, runCount: runs.length };
    })
    .toSorted(byName);
}

/** All theatres, by name. */
export function theatreList(read: CatalogueReader): ListedTheatre[] {
  const running = new Map(
    sortedRunsOn(read, read.today).map(({ production, theatre }) => [
      theatre.id,
      shownRun(read, production, new Footnotes()).show,
    ]),
  );
  return [...read.list("theatres")]
    .map((row): ListedTheatre => {
      const { id, name, address, capacity, lat, lng } = entryOf<Theatre>(row);
      const show = running.get(id);
      return { id, name, address, capacity, lat, lng, playing: show ? { id: show.id, name: show.name } : null };
    })
    .toSorted(byName);
}

function byName(a: Named, b: Named): number {
  return a.name.localeCompare(b.name, "en-GB");
}

function byFirst(a: Run, b: Run): number {
  return compare(a.days.first, b.days.first) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
