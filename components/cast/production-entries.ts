import type { ActivityEntry } from "@/lib/history/activity/schema.browser";

/** The loaded entries of one resource, newest first. */
export interface LoadedEntries {
  entries: readonly ActivityEntry[];
  /** Whether older entries have not been loaded. */
  hasOlder: boolean;
}

/**
 * The entries of a production, its cast and its roles as one list, newest first. It ends where one of the resources has
 * not been loaded further, so that nothing is missing within it.
 */
export function productionEntries(productionId: string, loaded: readonly LoadedEntries[]): ActivityEntry[] {
  const ends = loaded.flatMap(({ entries, hasOlder }) => (hasOlder ? [numberOf(entries.at(-1))] : []));
  return loaded
    .flatMap(({ entries }) => entries)
    .filter((entry) => isOf(entry, productionId) && ends.every((end) => numberOf(entry) >= end))
    .sort((a, b) => (numberOf(a) < numberOf(b) ? 1 : -1));
}

function isOf({ resource, record_id, before, after }: ActivityEntry, productionId: string): boolean {
  if (resource === "productions") return record_id === productionId;
  return [before, after].some((record) => record?.["production_id"] === productionId);
}

/** Ids count upwards, beyond the precision of a number. */
function numberOf(entry: ActivityEntry | undefined): bigint {
  return BigInt(entry?.id ?? 0);
}
