import "server-only";
import { presenceOn, runOfProduction, type RunDays } from "../../resources/cast-members/presence.browser.ts";
import type { Production, ProductionDetails } from "../../resources/productions/schema.browser.ts";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import type { Row } from "../../catalogue/row.ts";
import { castEntriesOf } from "./row-entries.ts";
import type { CastEntry } from "./schema.browser.ts";

/** The days of a production. */
export function runDaysOf({ record, details }: Row): RunDays {
  // The schemas parsed the fields when they were written.
  const { first_preview } = details as ProductionDetails;
  return runOfProduction({ ...(record as Production), first_preview });
}

/**
 * Who is in a production on a day, as far as is known; without a day, the whole cast.
 *
 * @param dated leaves out those without engagements when it is `only`.
 */
export function castOn(
  read: CatalogueReader,
  production: Row,
  { on, dated }: { on?: string | undefined; dated?: "only" | undefined },
): CastEntry[] {
  const run = runDaysOf(production);
  return castEntriesOf(read, production.id).flatMap((entry) => {
    if (dated === "only" && !entry.dated) return [];
    if (on === undefined) return [entry];
    const presence = presenceOn(on, entry.engagements, run, read.today);
    return presence === null ? [] : [{ ...entry, ...presence }];
  });
}
