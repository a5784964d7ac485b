import "server-only";
import type { PrismaClient } from "../db/generated/client.ts";
import type { SnapshotSource } from "../snapshots/snapshot-cache.ts";

/**
 * When each record was last changed, its details and sources included, by `people/<id>`; by the empty id, when the
 * database was set up, which stands for the records that have not changed since.
 */
export const lastChanges: SnapshotSource<PrismaClient> = {
  path: "last-changes",
  load: async (prisma) => {
    const found = await prisma.$queryRaw<{ id: string; at: Date | null }[]>`
      SELECT resource || '/' || record_id AS id, max(at) AS at FROM activity GROUP BY 1
      UNION ALL SELECT '', min(finished_at) FROM _prisma_migrations`;
    return found.map(({ id, at }) => {
      const json = String(at?.getTime() ?? 0);
      return { id, record: json, entry: json, filterValues: {} };
    });
  },
};
