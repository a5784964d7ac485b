import { aliasMatches, nameOfEntry, type Directory, type FoundEntry } from "@/components/records/record-name";
import { foldName, isOneLetterOff } from "@/lib/core/fold.browser";
import { memoize } from "@/lib/core/memoize.browser";
import { createRanker, nameKey, nameRanks, type NameRank, mayBeMisspelt } from "@/lib/listings/search/matching.browser";
import type { Entries, ResourcePath } from "@/lib/resources/resource-views.browser";

interface RecordMatch {
  id: string;
  name: string;
}

interface RankedRecord extends RecordMatch {
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

/** The records of a resource whose names match a query, or that the API has found by it, in the order of their ranks. */
export function findRecords(
  path: ResourcePath,
  directory: Directory,
  typed: string,
  isFitting: (record: Record<string, unknown>) => boolean,
  byAlias: readonly FoundEntry[] = [],
): RankedRecord[] {
  const rankOf = createRanker(typed);
  const aliases = aliasMatches(byAlias, (name) => rankOf(nameKey(name)) !== null);
  const found: [RankedRecord[], RankedRecord[], RankedRecord[], RankedRecord[]] = [[], [], [], []];
  for (const { id, name, key, entry } of namedRecords(path, directory)) {
    const ownRank = rankOf(key);
    const alias = ownRank === null && aliases.get(id);
    const rank = ownRank ?? (aliases.has(id) ? nameRanks.words : null);
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

/** The records that a typed text may mean: those that have its words, then similar ones, for which it may be a slip. */
export function suggestRecords(
  path: ResourcePath,
  directory: Directory,
  typed: string,
  isFitting: (record: Record<string, unknown>) => boolean,
  byAlias: readonly FoundEntry[] | undefined,
): (RecordMatch & { alias?: string; isSimilar?: boolean })[] {
  const ranked = findRecords(path, directory, typed, isFitting, byAlias);
  const same = ranked.filter(({ rank }) => rank !== nameRanks.misspelt);
  const similar = typed.trim() === "" ? [] : findSimilarRecords(path, directory, typed.trim(), isFitting);
  const near = new Map([...similar, ...ranked].map((one) => [one.id, one]));
  for (const { id } of same) near.delete(id);
  return [...same, ...[...near.values()].map((one) => ({ ...one, isSimilar: true }))];
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

const maxSimilar = 3;

/**
 * Finds the records whose names a typed name may be meant for: the same name without regard to case, accents,
 * apostrophes, punctuation and the order of its words (`Blanchett, Cate`), or with one letter wrong.
 *
 * @returns a function of the typed name, whose result has the surest first, at most three.
 */
export function similarNames<Named extends { readonly name: string }>(
  records: Iterable<Named>,
): (typed: string) => Named[] {
  const named = Array.from(records, (record) => {
    const bare = foldName(record.name);
    return { record, bare, sorted: sortedWords(bare) };
  });
  return (typed) => {
    const wanted = foldName(typed);
    if (wanted === "") return [];
    const sorted = sortedWords(wanted);
    const found: [Named[], Named[], Named[]] = [[], [], []];
    for (const one of named) {
      if (one.bare === wanted) found[0].push(one.record);
      else if (one.sorted === sorted) found[1].push(one.record);
      // In a shorter name one letter makes another name: Ann, Ant.
      else if (mayBeMisspelt(one.bare) && mayBeMisspelt(wanted) && isOneLetterOff(wanted, one.bare))
        found[2].push(one.record);
    }
    return found.flat().slice(0, maxSimilar);
  };
}

function sortedWords(bare: string): string {
  return bare.split(" ").sort().join(" ");
}
