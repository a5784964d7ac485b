import "server-only";
import { presenceOn, runOfProduction, type RunDays } from "../../resources/cast-members/presence.browser.ts";
import type { Production, ProductionDetails } from "../../resources/productions/schema.browser.ts";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import type { Row } from "../../catalogue/row.ts";
import { lastKnownOn } from "./last-known.ts";
import { castEntriesOf } from "./row-entries.ts";
import type { CastEntry } from "./schema.browser.ts";

/** The days of a production. */
export function runDaysOf({ record, details }: Row): RunDays {
  // The schemas parsed the fields when they were written.
  const { first_preview } = details as ProductionDetails;
  return runOfProduction({ ...(record as Production), first_preview });
}

/** What is asked about the cast of a production. */
interface CastQuery {
  readonly on?: string | undefined;
  /** `only` leaves out those without engagements. */
  readonly dated?: "only" | undefined;
  /** `true`: who is certain, and who was known last (§28). */
  readonly last_known?: "true" | "false" | undefined;
}

/** Who is in a production on a day, as far as is known; without a day, the whole cast. */
export function castOn(read: CatalogueReader, production: Row, { on, dated, last_known }: CastQuery): CastEntry[] {
  const run = runDaysOf(production);
  if (on !== undefined && last_known === "true")
    return lastKnownOn(on, castEntriesOf(read, production.id), run, read.today);
  return castEntriesOf(read, production.id).flatMap((entry) => {
    if (dated === "only" && !entry.dated) return [];
    if (on === undefined) return [entry];
    const presence = presenceOn(on, entry.engagements, run, read.today);
    return presence === null ? [] : [{ ...entry, ...presence }];
  });
}
