import "server-only";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import { entryOf, type Row } from "../../catalogue/row.ts";
import { compareValues } from "../../core/sort.ts";
import type { CastMemberDetails, CastMemberEntry } from "../../resources/cast-members/schema.browser.ts";
import { withEnd } from "../../resources/cast-members/engagement-rules.browser.ts";
import type { CrewMemberEntry } from "../../resources/crew-members/schema.browser.ts";
import type { ProductionEntry } from "../../resources/productions/schema.browser.ts";
import type { CastEntry, HousedProduction, PersonCredit } from "./schema.browser.ts";

/* What the API shows of casts, made of rows of the catalogue. The schemas parsed the fields when they were written. */

/** A cast member as it is today, with its engagements and covers. */
function castEntryOf(read: CatalogueReader, row: Row): CastEntry {
  const { engagements, covers } = row.details as unknown as CastMemberDetails;
  return {
    ...entryOf<CastMemberEntry>(row),
    engagements: engagements.map((one) => withEnd(one, read.today)),
    covers: covers.flatMap((cover) => {
      const role = read.row("roles", cover.role_id);
      return role ? [{ ...cover, name: String(role.record["name"]) }] : [];
    }),
    dated: engagements.length > 0,
  };
}

/** The cast of a production, in cast order. */
export function castEntriesOf(read: CatalogueReader, productionId: string): CastEntry[] {
  return read.where("cast-members", "production_id", productionId).map((row) => castEntryOf(read, row));
}

/** The creative team of a production, in its order. */
export function crewEntriesOf(read: CatalogueReader, productionId: string): CrewMemberEntry[] {
  return read.where("crew-members", "production_id", productionId).map((row) => entryOf<CrewMemberEntry>(row));
}

/** The productions of a show or in a theatre, the oldest first. @param field `show_id` or `theatre_id`. */
export function productionsOf(read: CatalogueReader, field: string, id: string): HousedProduction[] {
  return read
    .where("productions", field, id)
    .map((row) => housedProductionOf(read, row))
    .toSorted((a, b) => compareValues(a.opening_date, b.opening_date) || compareValues(a.id, b.id));
}

/** The productions that a person was in or worked on, the newest first. */
export function creditsOf(read: CatalogueReader, personId: string): PersonCredit[] {
  const credits = new Map<string, PersonCredit>();
  const creditAt = (productionId: string) => {
    const production = read.row("productions", productionId);
    if (!production) return undefined;
    const { theatre, ...run } = housedProductionOf(read, production);
    const credit = credits.get(production.id) ?? { production: run, theatre, cast_members: [], crew_members: [] };
    credits.set(production.id, credit);
    return credit;
  };
  for (const row of read.where("cast-members", "person_id", personId))
    creditAt(String(row.record["production_id"]))?.cast_members.push(castEntryOf(read, row));
  for (const row of read.where("crew-members", "person_id", personId))
    creditAt(String(row.record["production_id"]))?.crew_members.push(entryOf<CrewMemberEntry>(row));
  return [...credits.values()].toSorted(
    ({ production: a }, { production: b }) =>
      compareValues(b.opening_date, a.opening_date) || compareValues(a.id, b.id),
  );
}

/** A production with the name of its theatre. */
export function housedProductionOf(read: CatalogueReader, row: Row): HousedProduction {
  const production = entryOf<ProductionEntry>(row);
  const theatre = read.row("theatres", production.theatre_id);
  return { ...production, theatre: { id: production.theatre_id, name: String(theatre?.record["name"]) } };
}
