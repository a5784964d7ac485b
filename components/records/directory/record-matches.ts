import { memoize } from "@/lib/core/memoize.browser";
import { type Entries, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { createRanker, nameKey, nameRanks, type NameRank } from "@/lib/listings/search/matching.browser";
import { nameOfEntry, type Directory } from "@/components/records/record-name";
import { similarNames } from "./similar-names";
import { noMatches } from "./use-alias-matches";

export interface RecordMatch {
  id: string;
  name: string;
}

export interface RankedRecord extends RecordMatch {
  rank: NameRank;
  /** The other name that matches, for a record whose own name doesn't. */
  alias?: string;
}

interface Named extends RecordMatch {
  key: string;
  entry: object;
}

const maxFound = 50;
const known = new WeakMap<object, { directory: Directory; named: Named[] }>();
const similarTo = memoize((named: Named[]) => similarNames(named));

/** The records of a resource whose names or aliases match a query, in the order of their ranks. */
export function findRecords(
  path: ResourcePath,
  directory: Directory,
  typed: string,
  isFitting: (record: Record<string, unknown>) => boolean,
  aliases = noMatches,
): RankedRecord[] {
  const rankOf = createRanker(typed);
  const found: [RankedRecord[], RankedRecord[], RankedRecord[], RankedRecord[]] = [[], [], [], []];
  for (const { id, name, key, entry } of namedRecords(path, directory)) {
    const own = rankOf(key);
    const alias = own === null && aliases.get(id);
    const rank = own ?? (aliases.has(id) ? nameRanks.words : null);
    if (rank !== null && found[rank].length < maxFound && isFitting({ ...entry }))
      found[rank].push({ id, name, rank, ...(alias && { alias }) });
  }
  return found.flat().slice(0, maxFound);
}

/** The records of a resource for whose names a typed one may be a slip, the surest first. */
export function findSimilarRecords(
  path: ResourcePath,
  directory: Directory,
  typed: string,
  isFitting: (record: Record<string, unknown>) => boolean,
): RecordMatch[] {
  const similar = similarTo(namedRecords(path, directory));
  return similar(typed).filter(({ entry }) => isFitting({ ...entry }));
}

/** Built once per version of the data. */
function namedRecords<P extends ResourcePath>(path: P, directory: Directory): Named[] {
  const entries: ReadonlyMap<string, Entries[P]> = directory[path];
  const before = known.get(entries);
  if (before?.directory === directory) return before.named;
  const named = [...entries.values()].map((entry) => {
    const name = nameOfEntry(path, entry, directory);
    return { id: entry.id, name, key: nameKey(name), entry };
  });
  known.set(entries, { directory, named });
  return named;
}
