import "server-only";
import type { PrismaClient } from "../db/generated/client.ts";
import type { ReadContext } from "../http/route.ts";
import { presenceOn, type RunDays } from "../resources/cast-members/presence.ts";
import { castMembers } from "../resources/cast-members/resource.ts";
import type { CastMemberDetails } from "../resources/cast-members/schema.ts";
import { withEnd } from "../resources/cast-members/stints.ts";
import { roles } from "../resources/roles/resource.ts";
import type { Role } from "../resources/roles/schema.ts";
import { derivedBody } from "../snapshots/derived-bodies.ts";
import { Representation } from "../snapshots/representation.ts";
import type { ResourceSnapshot, SerializedRecord } from "../snapshots/resource-snapshot.ts";
import type { SnapshotReader, SnapshotSource } from "../snapshots/snapshot-cache.ts";
import { mapYielding } from "../yielding.ts";
import { readRuns } from "./runs.ts";
import type { CastEntry } from "./schema.ts";

/** A cast entry as it is stored, and the run of its production. */
export interface DatedEntry {
  readonly run: RunDays;
  readonly entry: CastEntry;
}

/** All cast entries in cast order, for all days. */
export const castEntries: SnapshotSource<PrismaClient> = { path: "cast-entries", isUnlisted: true, load };

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

/** Appends to the list of cast members what else is known of each. Some can be newer than others, until the next request. */
async function load(_prisma: PrismaClient, read: SnapshotReader<PrismaClient>): Promise<SerializedRecord[]> {
  const listed = await read(castMembers);
  const documents = castMembers.details && (await read(castMembers.details.detailsSource));
  const runs = await readRuns(read);
  const runOf = new Map([...runs].map(([id, { run }]) => [id, JSON.stringify(run)]));
  const allRoles = await read(roles);
  const nameOf = (id: string) => {
    const role = allRoles.serializedRecord(id);
    return role && (JSON.parse(role.record) as Role).name;
  };
  const serialized: SerializedRecord[] = [];
  await mapYielding(listed.serialized, ({ id, entry, filterValues }) => {
    const run = runOf.get(filterValues["production_id"] ?? "");
    const details = documents?.serializedRecord(id);
    // Deleted since the list was read.
    if (run === undefined || !details) return;
    // The schema parsed the details when they were written.
    const more = JSON.stringify(known(JSON.parse(details.record) as CastMemberDetails, nameOf));
    const json = `{"run":${run},"entry":${entry.slice(0, -1)},${more.slice(1)}}`;
    serialized.push({ id, record: json, entry: json, filterValues });
  });
  return serialized;
}

function known(
  { engagements, covers }: CastMemberDetails,
  nameOf: (role: string) => string | undefined,
): Pick<CastEntry, "engagements" | "covers" | "dated"> {
  const named = covers.flatMap((cover) => {
    const name = nameOf(cover.role_id);
    return name === undefined ? [] : [{ ...cover, name }];
  });
  return { engagements, covers: named, dated: engagements.length > 0 };
}
