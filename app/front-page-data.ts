import "server-only";
import { listingsOn } from "@/lib/casts/listings";
import { onDay } from "@/lib/casts/schema";
import { noteAllData } from "@/app/page-infrastructure";
import { entryText, recordText } from "@/lib/catalogue/row";
import { pageReader } from "@/lib/computed-reads";
import type { Infrastructure } from "@/lib/infrastructure";
import { dayInLondon } from "@/lib/dates";
import { log } from "@/lib/log";
import { resources } from "@/lib/resources/resources";
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
  theatre: string;
  /** The first preview, else the opening. */
  first_day: string;
  closing_date: string | null;
}

export interface FrontPageData {
  holdings: ResourceSummary[];
  /** Today in London, `YYYY-MM-DD`. */
  day: string;
  /** Sorted by show. */
  today: RunSummary[];
  /** A show for the first request: of those that run today, the one that has run for longest. */
  showId: string | null;
  /** The day in London when staff last changed the data; null when they have not since it was first loaded. */
  changedOn: string | null;
}

const timeoutMilliseconds = 2_000;

/** Null when the data can't be read: the rest of the page still renders. */
export async function frontPageData(infrastructure: Infrastructure): Promise<FrontPageData | null> {
  try {
    return await withTimeout(timeoutMilliseconds, read(infrastructure));
  } catch (error) {
    log.warn({ err: error }, "The front page was shown without data.");
    noteAllData();
    return null;
  }
}

async function read(infrastructure: Infrastructure): Promise<FrontPageData> {
  const { catalogue, derived, readVersions } = infrastructure;
  const versions = await readVersions();
  await catalogue.reach(versions?.data ?? null);
  const { date, productions } = onDay.parse(
    JSON.parse((await listingsOn({ infrastructure, versions, ...pageReader }, {})).identity.toString()),
  );
  const today = productions.map(({ id, show, theatre, details, opening_date, closing_date }): RunSummary => ({
    id,
    show_id: show.id,
    show: show.name,
    type: show.type,
    theatre_id: theatre.id,
    theatre: theatre.name,
    first_day: details.first_preview ?? opening_date,
    closing_date,
  }));
  const longest = today.toSorted((one, other) => one.first_day.localeCompare(other.first_day))[0];
  // A booking that ended years ago would look as if the data were stale.
  const current: Record<string, string | undefined> = { shows: longest?.show_id, theatres: longest?.theatre_id };
  const rest = derived.get(
    `front page ${JSON.stringify(current)}`,
    (read) => ({
      holdings: resources.map(({ path, plural }): ResourceSummary => {
        const count = read.input(`count of ${path}`, () => catalogue.list(path).count);
        const first = read.input(`first of ${path}`, () => catalogue.list(path).first);
        const chosen = read.row(path, current[path] ?? "");
        return { path, plural, count, sample: chosen ? recordText(chosen) : first ? entryText(first) : null };
      }),
      changedOn: read.input("day of the last edit", () => dayOf(catalogue.editedAt)),
    }),
    ({ holdings }) => JSON.stringify(holdings).length,
  );
  return { ...rest, day: date, today, showId: longest?.show_id ?? null };
}

function dayOf(time: string | null): string | null {
  return time === null ? null : dayInLondon(Date.parse(time));
}
