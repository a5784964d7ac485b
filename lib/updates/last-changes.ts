import "server-only";
import { readLastChanges } from "../audit-log/change-queries.ts";
import type { PrismaClient } from "../db/generated/client.ts";
import type { RequestContext } from "../http/route.ts";
import type { Resource } from "../resource/resource.ts";
import type { ResourceSnapshot } from "../snapshots/resource-snapshot.ts";
import type { SnapshotSource } from "../snapshots/snapshot-cache.ts";
import { mapYielding } from "../yielding.ts";

const sources = new Map<string, SnapshotSource<PrismaClient>>();
const timesIn = new WeakMap<ResourceSnapshot, Promise<ReadonlyMap<string, string>>>();

/**
 * When each record of a resource was last changed, its details and sources included: by id, ISO 8601 times in UTC, as
 * of the request's version of the data.
 */
export async function lastChangesOf(
  { path }: Pick<Resource, "path">,
  { infrastructure, versions }: Pick<RequestContext, "infrastructure" | "versions">,
): Promise<ReadonlyMap<string, string>> {
  const snapshot = await infrastructure.snapshots.snapshot(sourceFor(path), versions?.data ?? null);
  let times = timesIn.get(snapshot);
  if (!times) {
    times = readTimes(snapshot);
    timesIn.set(snapshot, times);
  }
  return times;
}

async function readTimes({ serialized }: ResourceSnapshot): Promise<ReadonlyMap<string, string>> {
  const times = new Map<string, string>();
  // The source's own statement wrote this JSON.
  await mapYielding(serialized, ({ id, record }) => times.set(id, JSON.parse(record) as string));
  return times;
}

function sourceFor(path: string): SnapshotSource<PrismaClient> {
  let source = sources.get(path);
  if (!source) {
    source = {
      path: `${path}/last-changes`,
      isUnlisted: true,
      load: async (prisma) =>
        mapYielding(await readLastChanges(prisma, path), ({ id, at }) => {
          const json = JSON.stringify(at);
          return { id, record: json, entry: json, filterValues: {} };
        }),
    };
    sources.set(path, source);
  }
  return source;
}
