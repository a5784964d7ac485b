import "server-only";
import { daysBetween } from "../../core/dates.ts";
import type { ExampleSource, RecordSample } from "../../http/declaration.ts";
import { emptyValue } from "../../records/rows.ts";
import type { CastMemberEntry } from "../../resources/cast-members/schema.browser.ts";
import { productionDetails, type ProductionEntry } from "../../resources/productions/schema.browser.ts";
import type { Theatre } from "../../resources/theatres/schema.browser.ts";
import type { CastEntry, HousedProduction } from "./schema.browser.ts";

/** A cast entry for the documentation. @param sample a cast member. */
export function exampleEntry({ entry }: RecordSample): CastEntry {
  return {
    ...(JSON.parse(entry) as CastMemberEntry),
    engagements: [{ from: "2026-03", to: null, ended: false, seen: [], note: null }],
    covers: [],
    dated: true,
  };
}

/** An example made of a production, a cast member and a theatre; none without such records. */
export function exampleProduction(
  show: (production: HousedProduction, member: RecordSample, house: Theatre) => unknown,
): ExampleSource {
  return (samples) => {
    const [production, theatre, member] = ["productions", "theatres", "cast-members"].map((path) =>
      samples.find((one) => one.path === path),
    );
    if (!production || !theatre || !member) return undefined;
    const house = JSON.parse(theatre.record) as Theatre;
    const { id, name } = house;
    const entry = JSON.parse(production.entry) as ProductionEntry;
    return show({ ...entry, theatre_id: id, theatre: { id, name } }, member, house);
  };
}

/** An example of what is on on the day of an opening; none without such records. */
export const exampleDay = exampleProduction((production, member, theatre) => {
  const details: Record<string, unknown> = Object.fromEntries(
    Object.entries(productionDetails.shape).map(([field, schema]) => [field, emptyValue(schema)]),
  );
  return {
    date: production.opening_date,
    timezone: "Europe/London",
    productions: [
      {
        ...production,
        theatre,
        details: { ...details, id: production.id },
        performances: [{ time: "19:30", access: [] }],
        days_left: production.closing_date && daysBetween(production.opening_date, production.closing_date),
        cast: [{ ...exampleEntry(member), certain: true }],
        cast_known: true,
      },
    ],
  };
});
