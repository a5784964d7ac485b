import "server-only";
import type { PrismaClient } from "../db/generated/client.ts";
import { productions } from "../resources/productions/resource.ts";
import { theatres } from "../resources/theatres/resource.ts";
import { readAllPages } from "../snapshots/queries.ts";
import type { Filters, ResourceSnapshot, SerializedRecord } from "../snapshots/resource-snapshot.ts";
import type { SnapshotSource } from "../snapshots/snapshot-cache.ts";
import type { HousedProduction } from "./schema.ts";

/** The entries of the list of productions, each with its theatre. A theatre can be newer, until the next request. */
export const housedProductions: SnapshotSource<PrismaClient> = {
  path: "housed-productions",
  load: async (prisma) => {
    const listed = await productions.load(prisma);
    const all = await readAllPages(prisma, theatres.repository.page);
    const theatreOf = new Map(all.map(({ id, name }) => [id, JSON.stringify({ id, name })]));
    return listed.flatMap(({ id, entry, filterValues }): SerializedRecord[] => {
      const theatre = theatreOf.get(filterValues["theatre_id"] ?? "");
      // Deleted since the list was read.
      if (theatre === undefined) return [];
      const housed = `${entry.slice(0, -1)},"theatre":${theatre}}`;
      return [{ id, record: housed, entry: housed, filterValues }];
    });
  },
};

/** The productions of a show or a theatre, the oldest first. */
export function productionsOf(housed: ResourceSnapshot, filter: Filters): HousedProduction[] {
  // The source wrote this JSON.
  const listed = JSON.parse(housed.list(filter).identity.toString("utf8")) as HousedProduction[];
  return listed.toSorted(byOpening);
}

function byOpening(a: HousedProduction, b: HousedProduction): number {
  if (a.opening_date !== b.opening_date) return a.opening_date < b.opening_date ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
