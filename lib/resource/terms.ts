/** A record, or an entry of a list with other records nested in it. */
type Fields = Readonly<Record<string, unknown>>;

/** From field to field, each with the path of the resource that it refers to. */
export type ReferencePath = Readonly<Record<string, string>>;

/** The words for a noun. Without zod, since every page of the dashboard has them. */
export interface NounTerms {
  /** As in a sentence: `cast member`. */
  readonly singular: string;
  readonly plural: string;
  /**
   * What people call a record; absent: its `name`.
   *
   * @param record may lack fields: the records that its name leads to are the same.
   * @param named gives the name of the record at the end of the way.
   */
  readonly nameOf?: (record: Fields, named: (way: ReferencePath) => string) => string;
}

/**
 * The name of a record.
 *
 * @param find gives a record that is not nested in the one that names it.
 * @param unknown gives the words for a record that can't be found.
 */
export function nameRecord<Path extends string>(
  terms: Readonly<Record<Path, NounTerms>>,
  path: Path,
  record: Fields,
  find: (path: Path, id: string) => object | undefined,
  unknown: (id: string) => string = (id) => id,
): string {
  const { nameOf } = terms[path];
  if (!nameOf) return String(record["name"]);
  return nameOf(record, (way) => {
    let [here, at] = [record, path];
    for (const [field, to] of Object.entries(way) as [string, Path][]) {
      const id = String(here[field]);
      const next = here[field.replace(/_id$/, "")] ?? find(to, id);
      if (!next) return unknown(id);
      [here, at] = [next as Fields, to];
    }
    return nameRecord(terms, at, here, find, unknown);
  });
}

/** The ways to the records that make up the name of a noun's record. */
export function namingPaths({ nameOf }: NounTerms): ReferencePath[] {
  const ways: ReferencePath[] = [];
  nameOf?.({}, (way) => {
    ways.push(way);
    return "";
  });
  return ways;
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
