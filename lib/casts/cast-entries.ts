import "server-only";
import type { PrismaClient } from "../db/generated/client.ts";
import type { ReadContext } from "../http/route.ts";
import { presenceOn, runOfProduction, type RunDays } from "../resources/cast-members/presence.ts";
import { castMembers } from "../resources/cast-members/resource.ts";
import type { CastMember, CastMemberDetails } from "../resources/cast-members/schema.ts";
import { withEnd } from "../resources/cast-members/stints.ts";
import { productions } from "../resources/productions/resource.ts";
import type { Production, ProductionDetails } from "../resources/productions/schema.ts";
import { roles } from "../resources/roles/resource.ts";
import { derivedBody } from "../snapshots/derived-bodies.ts";
import { readConsistently } from "../snapshots/queries.ts";
import { Representation } from "../snapshots/representation.ts";
import type { ResourceSnapshot, SerializedRecord } from "../snapshots/resource-snapshot.ts";
import type { SnapshotSource } from "../snapshots/snapshot-cache.ts";
import { mapYielding } from "../yielding.ts";
import { castEntry, type CastEntry } from "./schema.ts";

/** A cast entry as it is stored, and the run of its production. */
export interface DatedEntry {
  readonly run: RunDays;
  readonly entry: CastEntry;
}

/** All cast entries in cast order, for all days. */
export const castEntries: SnapshotSource<PrismaClient> = { path: "cast-entries", load };

/** Whose entries: those of a production, or of a person. */
type EntryFilter = { production_id: [string] } | { person_id: [string] };

/**
 * A response that is made of a production's or a person's entries, and of what else is named.
 *
 * @param key names what `show` depends on besides the entries and `others`.
 * @param others the snapshots that `show` reads.
 */
export async function showEntries(
  context: ReadContext,
  filter: EntryFilter,
  key: string,
  show: (entries: readonly DatedEntry[]) => unknown,
  others: readonly ResourceSnapshot[] = [],
): Promise<Representation> {
  const stored = await storedEntries(context, filter);
  return derivedBody([stored, ...others], key, () => Representation.json(show(parseEntries(stored))));
}

/** The entries of a production or of a person, in cast order. */
export async function readEntries(context: ReadContext, filter: EntryFilter): Promise<readonly DatedEntry[]> {
  return parseEntries(await storedEntries(context, filter));
}

async function storedEntries({ infrastructure: { snapshots }, versions }: ReadContext, filter: EntryFilter) {
  return (await snapshots.snapshot(castEntries, versions?.data ?? null)).list(filter);
}

/** @param stored a list of `castEntries`. */
export function parseEntries(stored: Representation): readonly DatedEntry[] {
  // `load` wrote this JSON.
  return JSON.parse(stored.identity.toString("utf8")) as DatedEntry[];
}

/** The entry as it is on a day. */
export function entryOn({ entry }: DatedEntry, today: string): CastEntry {
  return { ...entry, engagements: entry.engagements.map((one) => withEnd(one, today)) };
}

/**
 * The entries that are in on a day, as far as is known; without a day, all.
 *
 * @param dated leaves out those without engagements when it is `only`.
 */
export function entriesOn(
  entries: readonly DatedEntry[],
  today: string,
  { on, dated }: { on?: string | undefined; dated?: "only" | undefined },
): CastEntry[] {
  return entries.flatMap((one) => {
    const entry = entryOn(one, today);
    if (dated === "only" && !entry.dated) return [];
    if (on === undefined) return [entry];
    const presence = presenceOn(on, entry.engagements, one.run, today);
    return presence === null ? [] : [{ ...entry, ...presence }];
  });
}

/**
 * Reads the list of cast members and appends to each what else is known of it. A write between the two reads can only
 * make details newer than the list, until the next request.
 */
async function load(prisma: PrismaClient): Promise<SerializedRecord[]> {
  const listed = await castMembers.load(prisma);
  const [rows, runs, allRoles] = await readConsistently(prisma, [
    castMembers.repository.rows,
    productions.repository.rows,
    roles.repository.page,
  ]);
  // The schemas parsed the fields of these rows when they were written.
  const rowOf = new Map(rows.map((row) => [row.id, row as unknown as CastMember & CastMemberDetails]));
  const runOf = new Map(
    runs.map((row) => [row.id, runOfProduction(row as unknown as Production & ProductionDetails)] as const),
  );
  const nameOf = new Map(allRoles.map(({ id, name }) => [id, name]));
  const serialized = await mapYielding(listed, ({ id, entry }): SerializedRecord[] => {
    const row = rowOf.get(id);
    const run = row && runOf.get(row.production_id);
    // Deleted since the list was read.
    if (!run) return [];
    const json = `{"run":${JSON.stringify(run)},"entry":${entry.slice(0, -1)},${JSON.stringify(known(row, nameOf)).slice(1)}}`;
    return [
      { id, record: json, entry: json, filterValues: { production_id: row.production_id, person_id: row.person_id } },
    ];
  });
  return serialized.flat();
}

function known(
  { engagements, covers }: CastMemberDetails,
  nameOf: ReadonlyMap<string, string>,
): Pick<CastEntry, "engagements" | "covers" | "dated"> {
  const { shape } = castEntry;
  const named = covers.flatMap((cover) => {
    const name = nameOf.get(cover.role_id);
    return name === undefined ? [] : [{ ...cover, name }];
  });
  return {
    // `jsonb` keeps neither the order of members nor those that are absent; the schemas have both.
    engagements: shape.engagements.parse(engagements),
    covers: shape.covers.parse(named),
    dated: engagements.length > 0,
  };
}
