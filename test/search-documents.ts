export type Document = Record<string, unknown> & { id: string };

/** Everything that a search can find, as the API serves it. */
export interface World {
  /** The day in London. */
  today: string;
  /** The list entries by path, in the order of the lists. */
  lists: Record<string, Document[]>;
  /** The details by `people/<id>`. */
  details: Map<string, Document>;
  /** When each record was last changed, by `people/<id>`, in milliseconds. */
  changed: Map<string, number>;
  /** What `include` adds, by its name and `people/<id>`. */
  included: Map<string, unknown>;
}

const byId = new WeakMap<Document[], Map<string, Document>>();

/** The list entry of a record. */
export function recordAt({ lists }: World, path: string, id: unknown): Document | undefined {
  const list = lists[path] ?? [];
  const known = byId.get(list) ?? new Map(list.map((record) => [record.id, record]));
  byId.set(list, known);
  return known.get(String(id));
}
