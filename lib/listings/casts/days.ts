import "server-only";
import { presenceOn, runOfProduction, type RunDays } from "../../resources/cast-members/presence.browser.ts";
import type { Production, ProductionDetails } from "../../resources/productions/schema.browser.ts";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import type { Row } from "../../catalogue/row.ts";
import { coverTypes } from "../../resources/cast-members/terms.browser.ts";
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

/** Whether someone plays one of these roles or covers it; null for neither. */
export function partIn(
  { role_id, role_type, covers }: CastEntry,
  roles: ReadonlySet<string>,
): "plays" | "covers" | null {
  const isInRole = role_id !== null && roles.has(role_id);
  if (isInRole && !coverTypes.includes(role_type)) return "plays";
  return isInRole || covers.some((cover) => roles.has(cover.role_id)) ? "covers" : null;
}
