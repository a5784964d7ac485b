import "server-only";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import type { List } from "../../catalogue/list.ts";
import type { Row } from "../../catalogue/row.ts";
import type { RowBucket } from "../../catalogue/table.ts";
import type { ReadContext } from "../../http/route.ts";
import { memoize } from "../../core/memoize.browser.ts";
import type { ResourcePath } from "../../resources/resource-views.browser.ts";
import { resourceAt } from "../../resources/resources.ts";
import type { BodyContent } from "../../catalogue/representation.ts";
import type { SortOrder } from "../../core/sort.ts";
import { SearchIndex } from "./search-index.ts";
import type { WordIndex } from "./word-index.ts";

/** Body and headers. */
export interface SearchResponse {
  readonly body: BodyContent;
  readonly headers: Record<string, string>;
}

const indexOf = memoize((catalogue: Catalogue) => new SearchIndex(catalogue));

/** The response to a search, kept until something that it read has changed. @param key unique among the searches. */
export async function derivedSearch(
  context: ReadContext,
  key: string,
  make: (read: SearchReader) => Promise<SearchResponse>,
): Promise<SearchResponse> {
  const { catalogue, derived } = context.infrastructure;
  await catalogue.reach(context.versions?.data ?? null);
  return derived.compute(context, `search ${key}`, (noted) =>
    make(new SearchReader(noted, catalogue, indexOf(catalogue))),
  );
}

/**
 * How a search reads the catalogue. It looks at thousands of rows, so that instead of them it notes their columns: a
 * response stands until one of the columns that were compared, or a record that was sent, has changed.
 */
export class SearchReader {
  /** Notes each record that it reads. */
  readonly noted: CatalogueReader;
  readonly #catalogue: Catalogue;
  readonly #index: SearchIndex;

  constructor(noted: CatalogueReader, catalogue: Catalogue, index: SearchIndex) {
    this.noted = noted;
    this.#catalogue = catalogue;
    this.#index = index;
  }

  /** A value of each row: a field of the record or of its details. @param name unique among the columns of the resource. */
  column(path: ResourcePath, name: string, valueOf = fieldOf(path, name)): (row: Row) => unknown {
    const index = this.#index;
    this.noted.input(`${path} by ${name}`, () => index.lastChange(path, name, valueOf));
    return valueOf;
  }

  list(path: ResourcePath): List {
    this.column(path, "id");
    return this.#catalogue.list(path);
  }

  /** The keys of the list's order. */
  order(path: ResourcePath): SortOrder<Row> {
    this.column(path, "order of the list", ({ key }) => key);
    return resourceAt(path).order.map(({ isDescending }, index) => ({
      value: ({ key }) => key[index] ?? null,
      isDescending,
    }));
  }

  /** Finds the row of an id that a column has. */
  row(path: ResourcePath, id: string): Row | undefined {
    return this.#catalogue.row(path, id);
  }

  /** Finds the rows that refer to an id. */
  where(path: ResourcePath, field: string): (id: string) => RowBucket {
    this.column(path, field);
    return (id) => this.#catalogue.where(path, field, id);
  }

  names(path: ResourcePath): Promise<WordIndex> {
    this.column(path, "name");
    this.column(path, "aliases");
    return this.#index.names(path);
  }

  externalIds(path: ResourcePath): Promise<WordIndex> {
    this.column(path, "external_ids");
    return this.#index.externalIds(path);
  }

  /** All records in another order, whose columns are read. */
  sorted(path: ResourcePath, name: string, order: SortOrder<Row>): Promise<readonly Row[]> {
    return this.#index.sorted(path, name, order);
  }
}

function fieldOf(path: ResourcePath, name: string): (row: Row) => unknown {
  return name in resourceAt(path).record.shape ? ({ record }) => record[name] : ({ details }) => details[name];
}
