import "server-only";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import type { Row } from "../../catalogue/row.ts";
import { dayInLondon, daysBetween } from "../../core/dates.ts";
import { runDaysOf, timetableOf } from "../casts/days.ts";
import { housedProductionOf } from "../casts/row-entries.ts";
import { isWithin } from "../../resources/cast-members/presence.browser.ts";
import { performancesOn, startOf } from "../../resources/productions/performances.browser.ts";
import type { RecordSources } from "../../records/schema.browser.ts";
import type { BeyondSale, CitedRun, Footnote, Named, Provenance, Run } from "./schema.browser.ts";

/** A production as the pages show it. */
export function shownRun(read: CatalogueReader, row: Row): Run {
  const { id, show, theatre } = housedProductionOf(read, row);
  const days = runDaysOf(row);
  const [first] = performancesOn(days.first, timetableOf(row), days) ?? [];
  return {
    id,
    show: { id: show.id, name: show.name, type: show.type },
    theatre,
    days,
    startsAt: first ? startOf({ date: days.first, time: first.time }) : null,
    isCastKnown: read.where("cast-members", "production_id", id).length > 0,
  };
}

/** The same with its footnotes. */
export function citedRun(read: CatalogueReader, row: Row, footnotes: Footnotes): CitedRun {
  return { ...shownRun(read, row), ...footnotes.of(row) };
}

export function named({ id, name }: Named): Named {
  return { id, name };
}

/** The runs of a show or in a theatre, the newest first. @param field `show_id` or `theatre_id`. */
export function runsWith(read: CatalogueReader, field: string, id: string): Row[] {
  const key = (row: Row) => `${runDaysOf(row).first} ${row.id}`;
  return read.where("productions", field, id).toSorted((a, b) => (key(a) < key(b) ? 1 : -1));
}

/** Whether a day is later than what is on sale of a run without an end: of its show, or in a year. */
export function beyondSale(read: CatalogueReader, { show, days }: Run, day: string): BeyondSale | null {
  if (days.last !== null || day <= read.today) return null;
  const booking = read.row("shows", show.id)?.record["booking_until"];
  // A date that is past says nothing of what is on sale now.
  const until = typeof booking === "string" && booking >= read.today ? booking : null;
  return (until === null ? daysBetween(read.today, day) > daysOfYear : day > until) ? { until } : null;
}

const daysOfYear = 366;

/** The run that is on, else the next one, else the last one. @param runs the newest first. */
export function nearestRun(runs: readonly Row[], day: string): Row | undefined {
  return (
    runs.find((row) => isWithin(runDaysOf(row), day)) ?? runs.findLast((row) => runDaysOf(row).first > day) ?? runs[0]
  );
}

/** Numbers the sources of a page, each once. */
export class Footnotes {
  readonly list: Footnote[] = [];

  /** The footnotes of a record, which the page then has. */
  of(row: Row | undefined): Provenance {
    if (!row) return { marks: [], verifiedOn: null };
    // The schemas parsed the document when it was written.
    const { verified_at, sources } = row.sources as unknown as RecordSources;
    const marks = new Set(sources.map((source) => this.#numberOf(source)));
    return {
      marks: [...marks].toSorted((a, b) => a - b),
      verifiedOn: verified_at && dayInLondon(Date.parse(verified_at)),
    };
  }

  #numberOf({ name, url, read_on }: Footnote): number {
    const place = this.list.findIndex((one) => one.name === name && one.url === url && one.read_on === read_on);
    return place === -1 ? this.list.push({ name, url, read_on }) : place + 1;
  }
}
