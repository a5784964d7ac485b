import "server-only";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import { earliestDay } from "../../core/partial-dates.browser.ts";
import { lastKnownOn, runDaysOf } from "../../listings/casts/days.ts";
import { sortedRunsOn } from "../../listings/casts/listings.ts";
import { castEntriesOf } from "../../listings/casts/row-entries.ts";
import type { CastEntry } from "../../listings/casts/schema.browser.ts";
import type { RecordSources } from "../../records/schema.browser.ts";
import type { CastToLookAt } from "./schema.browser.ts";
import { lastVerified } from "./run-rules.ts";

const sourcesShown = 2;

/** The productions that run, those first whose company was seen longest ago (contract §28). */
export function castsToLookAt(read: CatalogueReader): CastToLookAt[] {
  const casts = sortedRunsOn(read, read.today).map(({ production, theatre }): CastToLookAt => {
    const cast = castEntriesOf(read, production.id);
    // The schemas parsed the document when it was written.
    const documentOf = ({ id }: CastEntry) => read.row("cast-members", id)?.sources as unknown as RecordSources;
    const seen = lastKnownOn(read.today, cast, runDaysOf(production), read.today).map((entry) =>
      entry.certain ? lastConfirmed(entry, documentOf(entry), read.today) : (entry.last_known_on ?? ""),
    );
    return {
      id: production.id,
      show: String(read.row("shows", String(production.record["show_id"]))?.record["name"]),
      theatre: String(theatre.record["name"]),
      seenOn: (seen.toSorted().at(seen.length / 2) ?? "") || null,
      sources: mostCited(cast.flatMap((entry) => documentOf(entry).sources)),
    };
  });
  return casts.toSorted((a, b) => ((a.seenOn ?? "") < (b.seenOn ?? "") ? -1 : a.seenOn === b.seenOn ? 0 : 1));
}

/** The last day on which a source was read, an engagement began, or the person was seen. */
function lastConfirmed({ engagements }: CastEntry, document: RecordSources, today: string): string {
  const noted = engagements.flatMap(({ from, seen }) => [...seen, ...(from === null ? [] : [from])].map(earliestDay));
  return (
    [...noted, lastVerified(document, { today }) ?? ""]
      .filter((day) => day <= today)
      .toSorted()
      .at(-1) ?? ""
  );
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
