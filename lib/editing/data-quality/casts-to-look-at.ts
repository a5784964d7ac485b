import "server-only";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import { earliestDay } from "../../core/partial-dates.browser.ts";
import { lastKnownOn, runDaysOf } from "../../listings/casts/days.ts";
import { sortedRunsOn } from "../../listings/casts/listings.ts";
import { castEntriesOf } from "../../listings/casts/row-entries.ts";
import type { CastEntry } from "../../listings/casts/schema.browser.ts";
import type { RecordSources } from "../../records/schema.browser.ts";
import type { CastToLookAt } from "./schema.browser.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { ascending, descending, sortBy, type SortOrder } from "../../core/sort.ts";
import { readsOfDays } from "../../records/record-read-queries.ts";
import { lastVerified } from "./run-rules.ts";

const sourcesShown = 2;

type RunningCast = Omit<CastToLookAt, "reads"> & { showId: string };

/** The productions that run, and when their companies were seen (contract §28). */
export function runningCasts(read: CatalogueReader): RunningCast[] {
  return sortedRunsOn(read, read.today).map(({ production, theatre }) => {
    const cast = castEntriesOf(read, production.id);
    const showId = String(production.record["show_id"]);
    // The schemas parsed the document when it was written.
    const documentOf = ({ id }: CastEntry) => read.row("cast-members", id)?.sources as unknown as RecordSources;
    const seen = lastKnownOn(read.today, cast, runDaysOf(production), read.today).map((entry) =>
      entry.certain ? lastConfirmed(entry, documentOf(entry), read.today) : (entry.last_known_on ?? ""),
    );
    return {
      id: production.id,
      showId,
      show: String(read.row("shows", showId)?.record["name"]),
      theatre: String(theatre.record["name"]),
      seenOn: (seen.toSorted().at(seen.length / 2) ?? "") || null,
      sources: mostCited(cast.flatMap((entry) => documentOf(entry).sources)),
    };
  });
}

const order: SortOrder<CastToLookAt> = [
  ascending(({ seenOn }) => seenOn?.slice(0, "2026-11".length) ?? ""),
  descending(({ reads }) => reads),
  ascending(({ seenOn }) => seenOn),
];

/** Those first whose company was seen longest ago, and of one month those that were read most in the last seven days. */
export async function castsToLookAt(
  casts: readonly RunningCast[],
  { database, now }: Pick<Infrastructure, "database" | "now">,
): Promise<CastToLookAt[]> {
  const readsOf = await readsOfDays(database, now(), 7);
  const counted = casts.map(({ showId, ...cast }) => ({
    ...cast,
    reads: (readsOf.get(`shows/${showId}`) ?? 0) + (readsOf.get(`productions/${cast.id}`) ?? 0),
  }));
  return sortBy(counted, order);
}

/** The last day on which a source was read, an engagement began, or the person was seen. */
function lastConfirmed({ engagements }: CastEntry, document: RecordSources, today: string): string {
  const noted = engagements.flatMap(({ from, seen }) => [...seen, from ?? []].flat().map(earliestDay));
  const days = [...noted, lastVerified(document, { today }) ?? ""].filter((day) => day <= today);
  return days.toSorted().at(-1) ?? "";
}

function mostCited(sources: RecordSources["sources"]): CastToLookAt["sources"] {
  const counts = new Map<string, { name: string; url: string; count: number }>();
  for (const { name, url } of sources) {
    if (url === null) continue;
    counts.set(url, { name, url, count: (counts.get(url)?.count ?? 0) + 1 });
  }
  const byCount = [...counts.values()].toSorted((a, b) => b.count - a.count).slice(0, sourcesShown);
  return byCount.map(({ name, url }) => ({ name, url }));
}
