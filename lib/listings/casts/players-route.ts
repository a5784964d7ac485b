import "server-only";
import { z } from "zod";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import { exampleOf } from "../../records/examples.ts";
import { earliestBeginning } from "../../resources/cast-members/presence.browser.ts";
import type { CastMemberDetails } from "../../resources/cast-members/schema.browser.ts";
import { resourceAt } from "../../resources/resources.ts";
import { runDaysOf } from "./days.ts";
import { listOfRecord } from "./list-of-record.ts";
import { exampleEntry } from "./records.ts";
import { castEntryOf } from "./row-entries.ts";
import { castEntry, type CastEntry } from "./schema.browser.ts";

/** `/roles/{id}/players`: who played a role, or covered it. */
export const playersRoute = listOfRecord(resourceAt("roles"), "players", {
  operationId: "getRolePlayers",
  summary: "Get the players of a role",
  description:
    "The cast entries of the role and of those who cover it, by the earliest day on which they can have begun. Entries without engagements count from the first day of the run.",
  output: {
    description: "An array of players, empty when none is known.",
    schema: z.array(castEntry),
    example: exampleOf(resourceAt("cast-members"), (sample) => [exampleEntry(sample)]),
  },
  read: playersOf,
});

function playersOf(read: CatalogueReader, roleId: string): CastEntry[] {
  const role = read.row("roles", roleId);
  const production = role && read.row("productions", String(role.record["production_id"]));
  if (!production) return [];
  const run = runDaysOf(production);
  return read
    .where("cast-members", "production_id", production.id)
    .map((row) => ({ row, ...(row.details as CastMemberDetails) }))
    .filter(({ row, covers }) => row.record["role_id"] === roleId || covers.some((cover) => cover.role_id === roleId))
    .map(({ row, engagements }) => ({ row, begins: earliestBeginning(engagements, run, read.today) }))
    .toSorted((a, b) => (a.begins < b.begins ? -1 : a.begins > b.begins ? 1 : 0))
    .map(({ row }) => castEntryOf(read, row));
}
