import "server-only";
import type { ResourceSnapshot } from "@/lib/snapshots/resource-snapshot";
import { dayInLondon } from "@/lib/dates";
import type { Infrastructure } from "@/lib/infrastructure";
import { log } from "@/lib/log";
import { isRunningOn } from "@/lib/resources/productions/running-on";
import { productionEntry } from "@/lib/resources/productions/schema";
import { resourceAt, resources } from "@/lib/resources/resources";
import { theatre } from "@/lib/resources/theatres/schema";
import { withTimeout } from "@/lib/timeout";

/** A resource on the front page. */
export interface ResourceSummary {
  path: string;
  plural: string;
  count: number;
  /** The first record of its list, as JSON. */
  first: string | null;
}

export interface RunSummary {
  id: string;
  show: string;
  type: string;
  theatre: string | null;
  opening_date: string;
  closing_date: string | null;
}

export interface FrontPageData {
  holdings: ResourceSummary[];
  /** Sorted by show. */
  today: RunSummary[];
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

async function read({ snapshots, readVersions, now }: Infrastructure): Promise<FrontPageData> {
  const versions = await readVersions();
  const snapshotList = await Promise.all(
    resources.map((resource) => snapshots.snapshot(resource, versions?.data ?? null)),
  );
  const holdings = resources.map(({ path, plural }, index) => ({
    path,
    plural,
    count: snapshotList[index]?.count ?? 0,
    first: snapshotList[index]?.first ?? null,
  }));
  const snapshotOf = (wanted: (typeof resources)[number]) => snapshotList[resources.indexOf(wanted)];
  return {
    holdings,
    today: runsOn(dayInLondon(now()), snapshotOf(resourceAt("productions")), snapshotOf(resourceAt("theatres"))),
  };
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
      show: show.name,
      type: show.type,
      theatre: houses.get(theatre_id) ?? null,
      opening_date,
      closing_date,
    }))
    .sort((one, other) => one.show.localeCompare(other.show, "en-GB"));
}

function entriesOf(snapshot: ResourceSnapshot | undefined): unknown {
  return JSON.parse(snapshot?.list({}).identity.toString() ?? "[]");
}
