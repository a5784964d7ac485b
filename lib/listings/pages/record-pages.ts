import "server-only";
import { creditsOf } from "../casts/row-entries.ts";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import type { Person } from "../../resources/people/schema.browser.ts";
import type { Theatre } from "../../resources/theatres/schema.browser.ts";
import type { Alias } from "../../records/schema.browser.ts";
import { Footnotes } from "./footnotes.ts";
import { shownRun, runsWith } from "./runs.ts";
import type { PersonView, TheatreView } from "./schema.browser.ts";

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
