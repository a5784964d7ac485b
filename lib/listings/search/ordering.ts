import "server-only";
import { z } from "zod";
import type { Row } from "../../catalogue/row.ts";
import type { ResourcePath } from "../../resources/resource-views.browser.ts";
import { resourceAt } from "../../resources/resources.ts";
import { ascending, descending, sortBy, type SortKey, type SortOrder, type SortValue } from "../../core/sort.ts";
import { mapYielding } from "../../core/yielding.ts";
import type { Criteria } from "./conditions.ts";
import { nameRanks } from "./matching.browser.ts";
import type { SearchQuery } from "./query-schema.ts";
import type { SearchReader } from "./search-reader.ts";

/** Records in an order, by whose keys a page can begin after a record that is no longer there. */
export interface Ordered {
  readonly rows: readonly Row[];
  readonly order: SortOrder<Row>;
}

/** `sort` decides, else the distance, else the rank of the names, else the order of the list. */
export async function orderRows(
  read: SearchReader,
  path: ResourcePath,
  { sort, near }: SearchQuery,
  { rank, distance }: Criteria,
  found: ReadonlyMap<string, Row>,
): Promise<Ordered> {
  const byId = ascending(({ id }: Row) => id);
  if (sort) {
    const order = [...sort.flatMap((field) => sortKeys(read, path, field)), byId];
    return {
      order,
      rows: await inOrder(found, order, read.list(path).count, () => read.sorted(path, sort.join(), order)),
    };
  }
  if (near !== undefined && distance) {
    const order = [ascending(distance), byId];
    return { order, rows: await sortBy([...found.values()], order) };
  }
  const list = read.order(path);
  const rows = await inOrder(found, list, read.list(path).count, async () => read.list(path));
  if (!rank) return { order: list, rows };
  const ranks = await mapYielding(rows, rank);
  const byRank = Object.values(nameRanks).flatMap((one) => rows.filter((_, index) => ranks[index] === one));
  return { order: [ascending(rank), ...list], rows: byRank };
}

/** A smaller share of the list is sorted by itself. */
const shareToSort = 20;

async function inOrder(
  found: ReadonlyMap<string, Row>,
  order: SortOrder<Row>,
  count: number,
  sortedList: () => Promise<Iterable<Row>>,
): Promise<readonly Row[]> {
  if (found.size < count / shareToSort) return sortBy([...found.values()], order);
  const rows: Row[] = [];
  for (const row of await sortedList()) if (found.has(row.id)) rows.push(row);
  return rows;
}

/** Texts without regard to case, enums by their order, null last in both directions. @param field `-` before it: descending. */
function sortKeys(read: SearchReader, path: ResourcePath, field: string): SortKey<Row>[] {
  const name = field.replace("-", "");
  const [columnOf, values] = [read.column(path, name), enumValues(resourceAt(path).record.shape[name])];
  const valueOf = (row: Row): SortValue => {
    const value = columnOf(row);
    if (typeof value === "string") return values ? values.indexOf(value) : value.toLowerCase();
    return typeof value === "number" ? value : null;
  };
  if (name === field) return [ascending(valueOf)];
  return [ascending((row) => (valueOf(row) === null ? 1 : 0)), descending(valueOf)];
}

function enumValues(schema: unknown): readonly string[] | null {
  const inner: unknown = schema instanceof z.ZodNullable ? schema.unwrap() : schema;
  return inner instanceof z.ZodEnum ? inner.options.map(String) : null;
}
