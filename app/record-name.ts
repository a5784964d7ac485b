import "server-only";
import { pageInfrastructure } from "@/app/page-infrastructure";
import { log } from "@/lib/log";
import { nameRecord } from "@/lib/resource/terms";
import { nouns, paths, type ResourcePath } from "@/lib/resources/nouns";
import { resourceAt } from "@/lib/resources/resources";
import { withTimeout } from "@/lib/timeout";

const timeoutMilliseconds = 1_000;

/**
 * The name of a record, for its page to show before the browser has loaded the lists that name it.
 *
 * @returns null when there is no such record, or the data can't be read in time.
 */
export async function recordName(path: ResourcePath, id: string): Promise<string | null> {
  try {
    return await withTimeout(timeoutMilliseconds, readName(path, id));
  } catch (error) {
    log.warn({ err: error }, "A record's page was shown without its name.");
    return null;
  }
}

async function readName(path: ResourcePath, id: string): Promise<string | null> {
  const { snapshots, readVersions } = await pageInfrastructure();
  const version = (await readVersions())?.data ?? null;
  const snapshotList = await Promise.all(paths.map((one) => snapshots.snapshot(resourceAt(one), version)));
  const find = (one: ResourcePath, wanted: string) => {
    const body = snapshotList[paths.indexOf(one)]?.record(wanted);
    // The resource's own serializer wrote this JSON.
    return body ? (JSON.parse(body.identity.toString()) as Record<string, unknown>) : undefined;
  };
  const record = find(path, id);
  return record ? nameRecord(nouns, path, record, find) : null;
}
