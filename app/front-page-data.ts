import "server-only";
import { findLastChange } from "@/lib/audit-log/queries";
import type { ResourceSnapshot } from "@/lib/snapshots/resource-snapshot";
import { dayInLondon } from "@/lib/dates";
import type { Infrastructure } from "@/lib/infrastructure";
import { log } from "@/lib/log";
import { isRunningOn } from "@/lib/resources/productions/running-on";
import { productionEntry } from "@/lib/resources/productions/schema";
import { resources } from "@/lib/resources/resources";
import { theatre } from "@/lib/resources/theatres/schema";
import { withTimeout } from "@/lib/timeout";

/** A resource on the front page. */
export interface ResourceSummary {
  path: string;
  plural: string;
  count: number;
  /** A record as JSON; null when there is none. */
  sample: string | null;
}

export interface RunSummary {
  id: string;
  show_id: string;
  show: string;
  type: string;
  theatre_id: string;
  theatre: string | null;
  opening_date: string;
  closing_date: string | null;
}

export interface FrontPageData {
  holdings: ResourceSummary[];
  /** Sorted by show. */
  today: RunSummary[];
  /** A show for the first request: of those that run today, the one that has run for longest. */
  showId: string | null;
  /** When staff last changed the data; null when they have not since it was first loaded. */
  changedAt: Date | null;
}

const timeoutMilliseconds = 2_000;

/** Null when the data can't be read: the rest of the page still renders. */
export async function frontPageData(infrastructure: Infrastructure): Promise<FrontPageData | null> {
  try {
    return await withTimeout(timeoutMilliseconds, read(infrastructure));
  } catch (error) {
    log.warn({ err: error }, "The front page was shown without data.");
    return null;
  }
}

async function read({ snapshots, readVersions, now, database }: Infrastructure): Promise<FrontPageData> {
  const versions = await readVersions();
  const snapshotList = await Promise.all(
    resources.map((resource) => snapshots.snapshot(resource, versions?.data ?? null)),
  );
  const snapshotOf = (path: string) => snapshotList[resources.findIndex((resource) => resource.path === path)];
  const today = runsOn(dayInLondon(now()), snapshotOf("productions"), snapshotOf("theatres"));
  const longest = today.toSorted((one, other) => one.opening_date.localeCompare(other.opening_date))[0];
  // A booking that ended years ago would look as if the data were stale.
  const current: Record<string, string | undefined> = { shows: longest?.show_id, theatres: longest?.theatre_id };
  return {
    holdings: resources.map(({ path, plural }, index) => ({
      path,
      plural,
      count: snapshotList[index]?.count ?? 0,
      sample: sampleOf(snapshotList[index], current[path]),
    })),
    today,
    showId: longest?.show_id ?? null,
    changedAt: await findLastChange(database.prisma),
  };
}

function sampleOf(snapshot: ResourceSnapshot | undefined, id: string | undefined): string | null {
  const wanted = id === undefined ? null : snapshot?.record(id);
  return wanted?.identity.toString() ?? snapshot?.first ?? null;
}

function runsOn(
  day: string,
  productionSnapshot: ResourceSnapshot | undefined,
  theatreSnapshot: ResourceSnapshot | undefined,
): RunSummary[] {
  const houses = new Map(
    theatre
      .array()
      .parse(entriesOf(theatreSnapshot))
      .map(({ id, name }) => [id, name]),
  );
  return productionEntry
    .array()
    .parse(entriesOf(productionSnapshot))
    .filter((production) => isRunningOn(day, production))
    .map(({ id, show, theatre_id, opening_date, closing_date }) => ({
      id,
      show_id: show.id,
      show: show.name,
      type: show.type,
      theatre_id,
      theatre: houses.get(theatre_id) ?? null,
      opening_date,
      closing_date,
    }))
    .sort((one, other) => one.show.localeCompare(other.show, "en-GB"));
}

function entriesOf(snapshot: ResourceSnapshot | undefined): unknown {
  return JSON.parse(snapshot?.list({}).identity.toString() ?? "[]");
}
