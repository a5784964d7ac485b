import "server-only";
import type { PrismaClient } from "../db/generated/client.ts";
import { runOfProduction, type RunDays } from "../resources/cast-members/presence.ts";
import { productions } from "../resources/productions/resource.ts";
import type { Production, ProductionDetails } from "../resources/productions/schema.ts";
import type { SnapshotReader } from "../snapshots/snapshot-cache.ts";
import { mapYielding } from "../yielding.ts";

/** By id, the run of each production, and its details as JSON. */
export async function readRuns(
  read: SnapshotReader<PrismaClient>,
): Promise<ReadonlyMap<string, { readonly run: RunDays; readonly details: string }>> {
  const listed = await read(productions);
  const documents = productions.details && (await read(productions.details.detailsSource));
  const runs = new Map<string, { run: RunDays; details: string }>();
  await mapYielding(listed.serialized, ({ id, record }) => {
    const details = documents?.serializedRecord(id)?.record;
    // Deleted since the list was read.
    if (details === undefined) return;
    // The schemas parsed the fields when they were written.
    const { first_preview } = JSON.parse(details) as ProductionDetails;
    runs.set(id, { run: runOfProduction({ ...(JSON.parse(record) as Production), first_preview }), details });
  });
  return runs;
}
