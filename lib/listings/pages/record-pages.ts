import "server-only";
import { lastKnownOn, timetableOf } from "../casts/days.ts";
import { castEntriesOf, creditsOf, crewEntriesOf } from "../casts/row-entries.ts";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import type { Row } from "../../catalogue/row.ts";
import { dayAfter } from "../../core/dates.ts";
import { isWithin, presenceIn } from "../../resources/cast-members/presence.browser.ts";
import type { Person } from "../../resources/people/schema.browser.ts";
import { daysOfPerformances, performancesOn } from "../../resources/productions/performances.browser.ts";
import type { ProductionDetails } from "../../resources/productions/schema.browser.ts";
import type { Show } from "../../resources/shows/schema.browser.ts";
import type { Theatre } from "../../resources/theatres/schema.browser.ts";
import type { Alias } from "../../records/schema.browser.ts";
import { Footnotes, nearestRun, shownRun, runsWith } from "./runs.ts";
import type { Company, PersonView, Provenance, Run, ShowView, TheatreView } from "./schema.browser.ts";

/** The page of a theatre. */
export function theatrePage(read: CatalogueReader, id: string): TheatreView | null {
  const row = read.row("theatres", id);
  if (!row) return null;
  const footnotes = new Footnotes();
  const provenance = footnotes.of(row);
  return {
    today: read.today,
    theatre: row.record as Theatre,
    website: row.details["website"] as string | null,
    aliases: row.details["aliases"] as Alias[],
    provenance,
    runs: runsWith(read, "theatre_id", id).map((one) => shownRun(read, one, footnotes)),
    footnotes: footnotes.list,
  };
}

/** The page of a person. */
export function personPage(read: CatalogueReader, id: string): PersonView | null {
  const row = read.row("people", id);
  if (!row) return null;
  const footnotes = new Footnotes();
  const provenance = footnotes.of(row);
  const credits = creditsOf(read, id);
  for (const { cast_members, crew_members } of credits) {
    const rows = [
      ...cast_members.map(({ id: member }) => read.row("cast-members", member)),
      ...crew_members.map(({ id: member }) => read.row("crew-members", member)),
    ];
    for (const entry of rows) if (entry) footnotes.of(entry);
  }
  return {
    today: read.today,
    person: row.record as Person,
    aliases: row.details["aliases"] as Alias[],
    provenance,
    credits,
    footnotes: footnotes.list,
  };
}

/** The page of a show. @param on the day that is looked at; null: today, or the day nearest to it. */
export function showPage(read: CatalogueReader, id: string, on: string | null): ShowView | null {
  const row = read.row("shows", id);
  if (!row) return null;
  const footnotes = new Footnotes();
  const provenance = footnotes.of(row);
  const rows = runsWith(read, "show_id", id);
  const runs = rows.map((one) => shownRun(read, one, footnotes));
  const run = nearestRun(runs, on ?? read.today);
  const production = rows.find((one) => one.id === run?.id);
  return {
    today: read.today,
    show: row.record as Show,
    aliases: row.details["aliases"] as Alias[],
    provenance,
    runs,
    company: run && production ? companyOf(read, production, run, on, footnotes) : null,
    footnotes: footnotes.list,
  };
}

function companyOf(read: CatalogueReader, production: Row, run: Run, on: string | null, footnotes: Footnotes): Company {
  // The schemas parsed the fields when they were written.
  const { press_night, running_minutes, intervals, age_from, booking_url } = production.details as ProductionDetails;
  const cast = castEntriesOf(read, production.id);
  const day = within(run, on ?? read.today);
  const timetable = timetableOf(production);
  const lastKnown = new Map(
    lastKnownOn(day, cast, run.days, read.today).map(({ id, last_known_on }) => [id, last_known_on]),
  );
  return {
    run,
    details: { press_night, running_minutes, intervals, age_from, booking_url },
    day,
    tonight: isWithin(run.days, read.today) ? performancesOn(read.today, timetable, run.days) : null,
    week: daysOfPerformances(day, dayAfter(day, 6), timetable, run.days),
    missedDay: on !== null && !isWithin(run.days, on) ? on : null,
    members: cast.map((entry) => {
      const { id, role, role_type, covers, person, engagements } = entry;
      const row = read.row("cast-members", id);
      return {
        id,
        role,
        role_type,
        covers,
        person: { id: person.id, name: person.name },
        engagements,
        presence: presenceIn(engagements, run.days, read.today),
        lastKnownOn: lastKnown.get(id) ?? null,
        ...provenanceOf(row, footnotes),
      };
    }),
    crew: crewEntriesOf(read, production.id).map(({ id, job, credit, person }) => {
      const row = read.row("crew-members", id);
      return { id, job, credit, person: { id: person.id, name: person.name }, ...provenanceOf(row, footnotes) };
    }),
    cast,
  };
}

function provenanceOf(row: Row | undefined, footnotes: Footnotes): Provenance {
  return row ? footnotes.of(row) : { marks: [], verifiedOn: null };
}

function within({ days: { first, last } }: Run, day: string): string {
  if (day < first) return first;
  return last !== null && day > last ? last : day;
}
