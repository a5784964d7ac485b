import "server-only";
import { defineOperation } from "../../http/define-operation.ts";
import { meteredRoute } from "../../http/route.ts";
import { Representation } from "../../catalogue/representation.ts";
import { tagOf } from "../../records/examples.ts";
import { resourceAt } from "../../resources/resources.ts";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import { entryOf, type Row } from "../../catalogue/row.ts";
import { dayAfter } from "../../core/dates.ts";
import { earliestDay, latestDay } from "../../core/partial-dates.browser.ts";
import type { CastMemberEntry } from "../../resources/cast-members/schema.browser.ts";
import type { ProductionEntry } from "../../resources/productions/schema.browser.ts";
import { engagementsOf, runDaysOf } from "../casts/days.ts";
import { housedProductionOf } from "../casts/row-entries.ts";
import { comingDays, comingQuery, type CastMove, type ComingDays, type ComingNight } from "./schema.browser.ts";

/** `GET /coming`: what the next days bring, for the overview of the dashboard. */
export const comingRoute = meteredRoute("/coming", {
  GET: defineOperation({
    operationId: "getComingDays",
    tag: tagOf(resourceAt("productions")),
    summary: "Get what is coming",
    description:
      "The productions that open and close in the next days, and who joins and leaves a running one, the next first. A date of which only the year is known is left out.",
    access: "editRecords",
    input: { query: comingQuery },
    output: { description: "The days and what they bring.", schema: comingDays },
    handle: async ({ query: { days }, versions, infrastructure: { catalogue, derived } }) => {
      await catalogue.reach(versions?.data ?? null);
      return { body: derived.get(`coming ${days}`, (read) => Representation.json(comingDaysOf(read, days))) };
    },
  }),
});

/** What opens and closes, and who joins and leaves a running production, from today on. */
function comingDaysOf(read: CatalogueReader, days: number): ComingDays {
  const from = read.today;
  const to = dayAfter(from, days);
  /** One of which only the year is known tells nothing. */
  const isSoon = (date: string | null): date is string =>
    date !== null && date.length >= 7 && latestDay(date) >= from && earliestDay(date) <= to;
  const found: Omit<ComingDays, "from" | "to"> = { openings: [], closings: [], joining: [], leaving: [] };
  for (const row of read.list("productions")) {
    const run = entryOf<ProductionEntry>(row);
    const { first, last } = runDaysOf(row);
    if (isSoon(run.opening_date)) found.openings.push(nightOf(read, row, run.opening_date));
    if (isSoon(run.closing_date)) found.closings.push(nightOf(read, row, run.closing_date));
    if (first > to || (last !== null && last < from)) continue;
    for (const member of read.where("cast-members", "production_id", run.id)) {
      const move = (date: string) => moveOf(member, run, date);
      for (const { from: begin, to: end, ended } of engagementsOf(member)) {
        if (isSoon(begin) && latestDay(begin) > run.opening_date) found.joining.push(move(begin));
        if (!ended && isSoon(end) && end !== run.closing_date) found.leaving.push(move(end));
      }
    }
  }
  for (const list of Object.values<{ date: string }[]>(found))
    list.sort((a, b) => earliestDay(a.date).localeCompare(earliestDay(b.date)));
  return { from, to, ...found };
}

function nightOf(read: CatalogueReader, row: Row, date: string): ComingNight {
  const { id, show, theatre } = housedProductionOf(read, row);
  return { date, production_id: id, show: show.name, theatre: theatre.name };
}

function moveOf(row: Row, run: ProductionEntry, date: string): CastMove {
  const { id, person, role, role_type } = entryOf<CastMemberEntry>(row);
  const named = { person: person.name, role: role?.name ?? role_type, show: run.show.name };
  return { date, cast_member_id: id, production_id: run.id, ...named };
}
