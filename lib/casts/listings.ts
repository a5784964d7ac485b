import "server-only";
import { dayInLondon, daysBetween } from "../dates.ts";
import type { PrismaClient } from "../db/generated/client.ts";
import type { ReadContext } from "../http/route.ts";
import type { RunDays } from "../resources/cast-members/presence.ts";
import { productions } from "../resources/productions/resource.ts";
import type { ProductionEntry } from "../resources/productions/schema.ts";
import { theatres } from "../resources/theatres/resource.ts";
import { derivedBody } from "../snapshots/derived-bodies.ts";
import { Representation } from "../snapshots/representation.ts";
import type { Filters, ResourceSnapshot, SerializedRecord } from "../snapshots/resource-snapshot.ts";
import type { SnapshotReader, SnapshotSource } from "../snapshots/snapshot-cache.ts";
import { ascending, sortBy } from "../sort.ts";
import { mapYielding } from "../yielding.ts";
import { castEntries, entriesOn, parseEntries } from "./cast-entries.ts";
import { readRuns } from "./runs.ts";

/** What is asked about a day. */
export interface ListingsQuery {
  /** `YYYY-MM-DD`; absent: today. */
  readonly date?: string | undefined;
  readonly theatre_id?: string | undefined;
  readonly show_id?: string | undefined;
  readonly include?: "cast" | undefined;
  readonly dated?: "only" | undefined;
}

/** An entry of the list of `listings`. */
interface ListedRun extends RunDays {
  id: string;
}

/** The runs of all productions, by the names of their shows; a record is the production with its theatre and details. */
const listings: SnapshotSource<PrismaClient> = { path: "listings", load };

/** The productions that run on a day (contract §14). */
export async function listingsOn(context: ReadContext, query: ListingsQuery): Promise<Representation> {
  const { infrastructure, versions } = context;
  const { snapshots, now } = infrastructure;
  const runs = await snapshots.snapshot(listings, versions?.data ?? null);
  const casts = query.include === "cast" ? await snapshots.snapshot(castEntries, versions?.data ?? null) : null;
  const today = dayInLondon(now());
  const { date = today, theatre_id, show_id, dated } = query;
  return derivedBody(casts ? [runs, casts] : [runs], JSON.stringify([today, date, theatre_id, show_id, dated]), () =>
    listRuns(runs, casts, today, { ...query, date }),
  );
}

async function listRuns(
  runs: ResourceSnapshot,
  casts: ResourceSnapshot | null,
  today: string,
  { date, theatre_id, show_id, dated }: ListingsQuery & { date: string },
): Promise<Representation> {
  const filters: Filters = { ...(theatre_id && { theatre_id: [theatre_id] }), ...(show_id && { show_id: [show_id] }) };
  const running = parseRuns(runs.list(filters)).filter(
    ({ first, last }) => first <= date && (last === null || date <= last),
  );
  const parts = await mapYielding(running, ({ id, last }) => {
    const production = runs.record(id)?.identity.toString("utf8") ?? "{}";
    const more = { days_left: last === null ? null : daysBetween(date, last), ...castPart(id) };
    return `${production.slice(0, -1)},${JSON.stringify(more).slice(1)}`;
  });
  return new Representation(`{"date":"${date}","timezone":"Europe/London","productions":[${parts.join(",")}]}`);

  function castPart(production_id: string) {
    if (!casts) return {};
    const cast = entriesOn(parseEntries(casts.list({ production_id: [production_id] })), today, { on: date, dated });
    return { cast, cast_known: cast.length > 0 };
  }
}

const parsedRuns = new WeakMap<Representation, readonly ListedRun[]>();

/** Parsed once, because with many past runs that takes longer than all else for a day. */
function parseRuns(stored: Representation): readonly ListedRun[] {
  const before = parsedRuns.get(stored);
  if (before) return before;
  // `load` wrote this JSON.
  const runs = JSON.parse(stored.identity.toString("utf8")) as ListedRun[];
  parsedRuns.set(stored, runs);
  return runs;
}

/** Made of productions, theatres and details. Some can be newer than others, until the next request. */
async function load(_prisma: PrismaClient, read: SnapshotReader<PrismaClient>): Promise<SerializedRecord[]> {
  const [listed, allTheatres, runOf] = [await read(productions), await read(theatres), await readRuns(read)];
  const runs = await mapYielding(listed.serialized, ({ id, entry, filterValues }) => {
    const [theatre, known] = [allTheatres.serializedRecord(filterValues["theatre_id"] ?? ""), runOf.get(id)];
    // Deleted since the list was read.
    if (!theatre || !known) return [];
    const { name } = (JSON.parse(entry) as ProductionEntry).show;
    const run: ListedRun = { id, ...known.run };
    const record = `${entry.slice(0, -1)},"theatre":${theatre.record},"details":${known.details}}`;
    return [{ show: name.toLowerCase(), id, record, entry: JSON.stringify(run), filterValues }];
  });
  return sortBy(runs.flat(), [ascending(({ show }) => show), ascending(({ id }) => id)]);
}
