/** A record, or a list entry with embedded records. */
type Fields = Readonly<Record<string, unknown>>;

/** Returns a word of a record, or nothing: `Elphaba`. */
type Reading = (record: Fields) => string;

/** Reference fields in order, each with the path of the resource that it refers to. */
export type ReferencePath = Readonly<Record<string, string>>;

/** The words for a resource. Free of zod, because every page of the dashboard loads them. */
export interface ResourceTerms {
  /** In lower case, as in a sentence: `cast member`. */
  readonly singular: string;
  readonly plural: string;
  /**
   * The label of a record; default: its `name`.
   *
   * @param record may lack fields; the reference paths must not depend on them.
   * @param named returns the label of the record at the end of a reference path; with `read`, a word of that record
   *   instead, and nothing where there is no such record.
   */
  readonly nameOf?: (record: Fields, named: (way: ReferencePath, read?: Reading) => string) => string;
}

/** The label of a record. @param find a record that is not embedded. @param unknown the label of one not found. */
export function nameRecord<Path extends string>(
  terms: Readonly<Record<Path, ResourceTerms>>,
  path: Path,
  record: Fields,
  find: (path: Path, id: string) => object | undefined,
  unknown: (id: string) => string = (id) => id,
): string {
  const { nameOf } = terms[path];
  if (!nameOf) return String(record["name"]);
  return nameOf(record, (way, read) => {
    let [here, at] = [record, path];
    for (const [field, to] of Object.entries(way) as [string, Path][]) {
      const id = String(here[field]);
      const next = here[field.replace(/_id$/, "")] ?? find(to, id);
      if (!next) return read ? "" : unknown(id);
      [here, at] = [next as Fields, to];
    }
    return read ? read(here) : nameRecord(terms, at, here, find, unknown);
  });
}

/** The reference paths to the records without which a resource's label is not known. */
export function namingPaths({ nameOf }: ResourceTerms): ReferencePath[] {
  const ways: ReferencePath[] = [];
  nameOf?.({}, (way, read) => {
    if (!read) ways.push(way);
    return "";
  });
  return ways;
}

export const sourceKinds = ["official", "press", "programme", "reference", "visit", "submission"] as const;

/** A field's name as a label: `current_show_id` is `Current show`. */
export function labelOf(name: string): string {
  return capitalised(name.replace(/_id$/, "").replaceAll("_", " "));
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** As readers know a collection's file: `a.json (venue listings) (owner/travel)` is `Venue listings, via travel`. */
export function sourceNameInWords(name: string): string {
  const file = /^.*\.(?:csv|html|json|ts|gz)(?: \(([^()]+)\))? \([^()/]+\/([^()]+?)(?: \(GitHub\))?\)$/.exec(name);
  const [, what, collection = name] = file ?? [];
  return what === undefined ? collection : `${capitalised(what)}, via ${collection}`;
}
