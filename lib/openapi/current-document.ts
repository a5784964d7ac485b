import "server-only";
import { Representation } from "../snapshots/representation.ts";
import type { ResourceSnapshot } from "../snapshots/resource-snapshot.ts";
import type { Route } from "../http/route.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { resources } from "../resources/resources.ts";
import { openapiDocument } from "./document.ts";

interface Finished {
  snapshotList: ResourceSnapshot[];
  body: Representation;
}

let last: Finished | undefined;

/**
 * The document with examples from the current data. Each version of the data has its own snapshots, so the document is
 * rebuilt only when a snapshot has changed.
 *
 * @param version as for `SnapshotCache.snapshot`.
 */
export async function currentDocument(
  routes: readonly Route[],
  { snapshots, settings }: Pick<Infrastructure, "snapshots" | "settings">,
  version: number | null,
): Promise<Representation> {
  const snapshotList = await Promise.all(resources.map((resource) => snapshots.snapshot(resource, version)));
  const held = last;
  if (held && snapshotList.every((snapshot, index) => snapshot === held.snapshotList[index])) return held.body;
  const samples = resources.flatMap(({ path }, index) => {
    const sample = snapshotList[index]?.bestExample();
    return sample ? [{ ...sample, path }] : [];
  });
  const body = Representation.json(openapiDocument(routes, settings, samples));
  last = { snapshotList, body };
  return body;
}
