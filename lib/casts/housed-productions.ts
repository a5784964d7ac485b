import "server-only";
import type { PrismaClient } from "../db/generated/client.ts";
import { productions } from "../resources/productions/resource.ts";
import { theatres } from "../resources/theatres/resource.ts";
import type { Theatre } from "../resources/theatres/schema.ts";
import type { Filters, ResourceSnapshot, SerializedRecord } from "../snapshots/resource-snapshot.ts";
import type { SnapshotSource } from "../snapshots/snapshot-cache.ts";
import { mapYielding } from "../yielding.ts";
import type { HousedProduction } from "./schema.ts";

/** The entries of the list of productions, each with its theatre. A theatre can be newer, until the next request. */
export const housedProductions: SnapshotSource<PrismaClient> = {
  path: "housed-productions",
  isUnlisted: true,
  load: async (_prisma, read) => {
    const [listed, all] = [await read(productions), await read(theatres)];
    const theatreOf = new Map(
      all.serialized.map(({ id, record }) => {
        const { name } = JSON.parse(record) as Theatre;
        return [id, JSON.stringify({ id, name })];
      }),
    );
    const housed = await mapYielding(listed.serialized, ({ id, entry, filterValues }): SerializedRecord[] => {
      const theatre = theatreOf.get(filterValues["theatre_id"] ?? "");
      // Deleted since the list was read.
      if (theatre === undefined) return [];
      const json = `${entry.slice(0, -1)},"theatre":${theatre}}`;
      return [{ id, record: json, entry: json, filterValues }];
    });
    return housed.flat();
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
