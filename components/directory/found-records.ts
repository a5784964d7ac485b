import { foldText, createMatcher } from "@/components/fold";
import { type Entries, type ResourcePath } from "@/lib/resources/nouns";
import { nameOfEntry, type Directory } from "@/components/resource/record-name";
import { similarNames } from "./similar-names";

export interface FoundRecord {
  id: string;
  name: string;
}

interface Named extends FoundRecord {
  folded: string;
  entry: object;
}

const maxFound = 50;
const known = new WeakMap<object, { directory: Directory; named: Named[] }>();
const knownSimilar = new WeakMap<Named[], (typed: string) => Named[]>();

/** The records of a resource that match a query, those that start with it first. */
export function findRecords(
  path: ResourcePath,
  directory: Directory,
  typed: string,
  isFitting: (record: Record<string, unknown>) => boolean,
): FoundRecord[] {
  const matches = createMatcher(typed);
  const beginning = foldText(typed.trim());
  const found = namedRecords(path, directory).filter(({ folded, entry }) => matches(folded) && isFitting({ ...entry }));
  const first = found.filter(({ folded }) => folded.startsWith(beginning));
  const others = found.filter(({ folded }) => !folded.startsWith(beginning));
  return [...first, ...others].slice(0, maxFound);
}

/** The records of a resource for whose names a typed one may be a slip, the surest first. */
export function findSimilarRecords(
  path: ResourcePath,
  directory: Directory,
  typed: string,
  isFitting: (record: Record<string, unknown>) => boolean,
): FoundRecord[] {
  const named = namedRecords(path, directory);
  const similar = knownSimilar.get(named) ?? similarNames(named);
  knownSimilar.set(named, similar);
  return similar(typed).filter(({ entry }) => isFitting({ ...entry }));
}

/** Built once per version of the data. */
function namedRecords<P extends ResourcePath>(path: P, directory: Directory): Named[] {
  const entries: ReadonlyMap<string, Entries[P]> = directory[path];
  const before = known.get(entries);
  if (before?.directory === directory) return before.named;
  const named = [...entries.values()].map((entry) => {
    const name = nameOfEntry(path, entry, directory);
    return { id: entry.id, name, folded: foldText(name), entry };
  });
  known.set(entries, { directory, named });
  return named;
}
