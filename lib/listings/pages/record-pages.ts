import "server-only";
import { lastKnownOn, timetableOf } from "../casts/days.ts";
import { castEntriesOf, creditsOf, crewEntriesOf } from "../casts/row-entries.ts";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import type { Row } from "../../catalogue/row.ts";
import { dayAfter } from "../../core/dates.ts";
import { isWithin, presenceIn, type RunDays } from "../../resources/cast-members/presence.browser.ts";
import type { Person } from "../../resources/people/schema.browser.ts";
import { daysOfPerformances, performancesOn } from "../../resources/productions/performances.browser.ts";
import type { ProductionDetails } from "../../resources/productions/schema.browser.ts";
import type { Show } from "../../resources/shows/schema.browser.ts";
import type { Theatre } from "../../resources/theatres/schema.browser.ts";
import { aliasesOf } from "../search/match-names.ts";
import { citedRun, Footnotes, nearestRun, runsWith } from "./runs.ts";
import type { Company, ShowView, TheatreView } from "./schema.browser.ts";

/** What the pages of records share, with the parts of each; null when there is no record. */
function pageOf<Parts>(
  read: CatalogueReader,
  path: string,
  id: string,
  partsOf: (row: Row, footnotes: Footnotes) => Parts,
) {
  const row = read.row(path, id);
  if (!row) return null;
  const footnotes = new Footnotes();
  // The record's own sources have the first numbers.
  const provenance = footnotes.of(row);
  const parts = partsOf(row, footnotes);
  return { today: read.today, aliases: [...aliasesOf(row)], provenance, ...parts, footnotes: footnotes.list };
}

/** The page of a theatre. */
export function theatrePage(read: CatalogueReader, id: string): TheatreView | null {
  return pageOf(read, "theatres", id, (row, footnotes) => ({
    theatre: row.record as Theatre,
    website: row.details["website"] as string | null,
    runs: runsWith(read, "theatre_id", id).map((one) => citedRun(read, one, footnotes)),
  }));
}

/** The page of a person. */
export function personPage(read: CatalogueReader, id: string) {
  return pageOf(read, "people", id, (row, footnotes) => {
    const credits = creditsOf(read, id);
    for (const { cast_members, crew_members } of credits) {
      for (const member of cast_members) footnotes.of(read.row("cast-members", member.id));
      for (const member of crew_members) footnotes.of(read.row("crew-members", member.id));
    }
    return { person: row.record as Person, credits };
  });
}

/** The page of a show. @param on the day that is looked at; null: today, or the day nearest to it. */
export function showPage(read: CatalogueReader, id: string, on: string | null): ShowView | null {
  return pageOf(read, "shows", id, (row, footnotes) => {
    const rows = runsWith(read, "show_id", id);
    const runs = rows.map((one) => citedRun(read, one, footnotes));
    const production = nearestRun(rows, on ?? read.today);
    const company = production ? companyOf(read, production, on, footnotes) : null;
    return { show: row.record as Show, runs, company };
  });
}

function companyOf(read: CatalogueReader, production: Row, on: string | null, footnotes: Footnotes): Company {
  const run = citedRun(read, production, footnotes);
  const cast = castEntriesOf(read, production.id);
  const day = within(run.days, on ?? read.today);
  const timetable = timetableOf(production);
  const known = new Map(lastKnownOn(day, cast, run.days, read.today).map((entry) => [entry.id, entry]));
  return {
    run,
    // The schema parsed the details when they were written.
    details: production.details as ProductionDetails,
    day,
    tonight: isWithin(run.days, read.today) ? performancesOn(read.today, timetable, run.days) : null,
    week: daysOfPerformances(day, dayAfter(day, 6), timetable, run.days),
    missedDay: on !== null && !isWithin(run.days, on) ? on : null,
    members: cast.map((entry) => ({
      ...(known.get(entry.id) ?? entry),
      presence: presenceIn(entry.engagements, run.days, read.today),
      ...footnotes.of(read.row("cast-members", entry.id)),
    })),
    crew: crewEntriesOf(read, production.id).map((entry) => ({
      ...entry,
      ...footnotes.of(read.row("crew-members", entry.id)),
    })),
  };
}

function within({ first, last }: RunDays, day: string): string {
  if (day < first) return first;
  return last !== null && day > last ? last : day;
}
