import "server-only";
import { LRUCache } from "lru-cache";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import type { List } from "../../catalogue/list.ts";
import type { Row } from "../../catalogue/row.ts";
import type { RowBucket, RowChange } from "../../catalogue/table.ts";
import type { ReadContext } from "../../http/route.ts";
import { memoize } from "../../core/memoize.browser.ts";
import { whenDone, type Soon } from "../../core/promises.ts";
import type { ResourcePath } from "../../resources/resource-views.browser.ts";
import { resourceAt } from "../../resources/resources.ts";
import type { BodyContent } from "../../catalogue/representation.ts";
import { compareBy, keyOf, lowerBound, sortBy, type SortOrder } from "../../core/sort.ts";
import { nameWordsOf, WordIndex } from "./match-names.ts";

export interface SearchResponse {
  readonly body: BodyContent;
  readonly headers: Record<string, string>;
  readonly isConditional: true;
}

const indexOf = memoize((catalogue: Catalogue) => new SearchIndex(catalogue));

/** The response to a search, kept until something that it read has changed. @param key unique among the searches. */
export function derivedSearch(
  context: ReadContext,
  key: string,
  make: (read: SearchReader) => Promise<Omit<SearchResponse, "isConditional">>,
): Soon<SearchResponse> {
  const { catalogue, derived } = context.infrastructure;
  return whenDone(catalogue.reach(context.versions?.data ?? null), () =>
    derived.compute(context, `search ${key}`, async (noted) => ({
      ...(await make(createSearchReader(noted, catalogue))),
      isConditional: true,
    })),
  );
}

export type SearchReader = ReturnType<typeof createSearchReader>;

/**
 * How a search reads the catalogue. It looks at thousands of rows, so that instead of them it notes their columns: a
 * response stands until one of the columns that were compared, or a record that was sent, has changed.
 *
 * @param noted notes each record that it reads.
 */
function createSearchReader(noted: CatalogueReader, catalogue: Catalogue) {
  const index = indexOf(catalogue);
  /** A value of each row: a field of the record or of its details. @param name unique among the columns of the resource. */
  const column = (path: ResourcePath, name: string, valueOf = fieldOf(path, name)): ((row: Row) => unknown) => {
    noted.input(`${path} by ${name}`, () => index.lastChange(path, name, valueOf));
    return valueOf;
  };
  return {
    noted,
    column,
    list(path: ResourcePath): List {
      column(path, "id");
      return catalogue.list(path);
    },
    /** The order of the list. */
    order(path: ResourcePath): SortOrder<Row> {
      const { order } = resourceAt(path);
      column(path, "order of the list", (row) => keyOf(row, order));
      return order;
    },
    /** Finds the row of an id that a column has. */
    row: (path: ResourcePath, id: string): Row | undefined => catalogue.row(path, id),
    /** Finds the rows that refer to an id. */
    where(path: ResourcePath, field: string): (id: string) => RowBucket {
      column(path, field);
      return (id) => catalogue.where(path, field, id);
    },
    names(path: ResourcePath): Promise<WordIndex> {
      column(path, "name");
      column(path, "aliases");
      return index.part("names", path, (rows) => WordIndex.of(rows, nameWordsOf));
    },
    /** By `scheme:id`. */
    externalIds(path: ResourcePath): Promise<WordIndex> {
      column(path, "external_ids");
      return index.part("external ids", path, (rows) => WordIndex.of(rows, externalIdsOf));
    },
    /** All records in another order, whose columns are read. @param name unique among the orders. @param order ends with the id. */
    async sorted(path: ResourcePath, name: string, order: SortOrder<Row>): Promise<readonly Row[]> {
      const make = async (list: readonly Row[]) => {
        const sorted = {
          // Replaced, never changed, because a search that walks them yields to the event loop.
          rows: await sortBy(list, order),
          apply: (changes: readonly RowChange[]) => {
            sorted.rows = patchedRows(sorted.rows, changes, order);
          },
        };
        return sorted;
      };
      return (await index.part(`sorted by ${name}`, path, make)).rows;
    },
  };
}

function fieldOf(path: ResourcePath, name: string): (row: Row) => unknown {
  return name in resourceAt(path).record.shape ? ({ record }) => record[name] : ({ details }) => details[name];
}

/** Sort orders have a row for each record. */
const maxParts = 32;
/** A part that was not used during so many changes is made anew. */
const maxPending = 1_000;

/** What is made of a list once, and then follows its changes. */
interface Part {
  apply(changes: readonly RowChange[]): void;
}

interface KeptPart {
  readonly path: ResourcePath;
  readonly built: Promise<Part>;
  /** Since it was made, or last used. */
  readonly pending: RowChange[];
}

/** A value that each row of a list has, and the number of its last change in any of them. */
interface Column {
  readonly valueOf: (row: Row) => unknown;
  changed: number;
}

/** Words, sort orders and external ids. Each is made on first use, without blocking the event loop, then patched. */
class SearchIndex {
  readonly #catalogue: Catalogue;
  readonly #parts = new LRUCache<string, KeptPart>({ max: maxParts });
  readonly #columns = new Map<string, Map<string, Column>>();
  #changes = 0;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
    catalogue.onChange((changes) => {
      if (changes === "everything") {
        this.#parts.clear();
        this.#columns.clear();
      } else for (const change of changes) this.#apply(change);
    });
  }

  /** Another number after each change of a column. @param name unique among the columns. */
  lastChange(path: ResourcePath, name: string, valueOf: Column["valueOf"]): number {
    const columns = this.#columns.get(path) ?? new Map<string, Column>();
    this.#columns.set(path, columns);
    const column = columns.get(name) ?? { valueOf, changed: (this.#changes += 1) };
    columns.set(name, column);
    return column.changed;
  }

  #apply(change: RowChange): void {
    const { path, before, after } = change;
    for (const [name, part] of this.#parts.entries())
      if (part.path === path && part.pending.push(change) > maxPending) this.#parts.delete(name);
    for (const column of this.#columns.get(path)?.values() ?? [])
      if (!before || !after || !isSame(column.valueOf(before), column.valueOf(after)))
        column.changed = this.#changes += 1;
  }

  /** What `make` makes of the list, and then follows its changes. @param name unique among the parts of the resource. */
  async part<Made extends Part>(name: string, path: ResourcePath, make: (rows: readonly Row[]) => Promise<Made>) {
    const key = `${path} ${name}`;
    let part = this.#parts.get(key);
    if (!part) {
      part = { path, built: make([...this.#catalogue.list(path)]), pending: [] };
      this.#parts.set(key, part);
      // What failed is tried again by the next search.
      part.built.catch(() => this.#parts.delete(key));
    }
    // The cast is safe: a name belongs to one kind of part.
    const index = (await part.built) as Made;
    if (part.pending.length > 0) index.apply(part.pending.splice(0));
    return index;
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
}

function externalIdsOf({ details }: Row): ReadonlySet<string> {
  // The schema parsed the ids when they were written.
  const ids = Object.entries((details["external_ids"] ?? {}) as Record<string, string>);
  return new Set(ids.map(([scheme, id]) => `${scheme}:${id}`));
}

function patchedRows(before: readonly Row[], changes: readonly RowChange[], order: SortOrder<Row>): Row[] {
  const rows = [...before];
  const placeOf = (row: Row) => lowerBound(rows, (one) => compareBy(one, row, order) < 0);
  for (const { before: old, after } of changes) {
    if (old) rows.splice(placeOf(old), 1);
    if (after) rows.splice(placeOf(after), 0, after);
  }
  return rows;
}
