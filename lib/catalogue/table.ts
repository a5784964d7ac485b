import "server-only";
import { compareBy } from "../core/sort.ts";
import { indexedFields, embedsOf, valuesOf, type CatalogueDefinition, type Embed } from "./definition.ts";
import { emptyList, List, replacedRows, type Piece } from "./list.ts";
import type { Row } from "./row.ts";

/** The rows of a resource. What a computation walks through, a list or a bucket, is replaced and never changed. */
export interface ResourceTable {
  readonly definition: CatalogueDefinition;
  readonly embeds: readonly Embed[];
  readonly compare: (a: Row, b: Row) => number;
  readonly rows: Map<string, Row>;
  /** By indexed field and value, the rows in the order of the list. */
  readonly buckets: ReadonlyMap<string, Map<string, RowBucket>>;
  list: List;
}

export type RowBucket = readonly Row[];
export type Tables = ReadonlyMap<string, ResourceTable>;

export const emptyBucket: RowBucket = Object.freeze([]);

export function createTables(definitions: readonly CatalogueDefinition[]): Tables {
  const byPath = new Map(definitions.map((definition) => [definition.path, definition]));
  return new Map(
    definitions.map((definition) => [
      definition.path,
      {
        definition,
        embeds: embedsOf(definition, byPath),
        compare: (a: Row, b: Row) => compareBy(a, b, definition.order),
        rows: new Map<string, Row>(),
        buckets: new Map(indexedFields(definition).map((field) => [field, new Map<string, RowBucket>()])),
        list: emptyList,
      },
    ]),
  );
}

/** A change of a table, complete but not yet visible. */
export interface TableChange {
  readonly table: ResourceTable;
  readonly removed: ReadonlySet<Row>;
  /** In the order of the list. */
  readonly added: readonly Row[];
  readonly list: List;
  readonly buckets: readonly { readonly field: string; readonly value: string; readonly rows: RowBucket }[];
}

/** @param removed rows of the table. @param added in the order of the list. */
export async function changeOf(
  table: ResourceTable,
  removed: ReadonlySet<Row>,
  added: readonly Row[],
  turn: () => Promise<void> | undefined,
): Promise<TableChange> {
  const changes = new Map<string, Map<string, Row[]>>([...table.buckets.keys()].map((field) => [field, new Map()]));
  const enter = (row: Row, isAdded: boolean) => {
    for (const [field, byValue] of changes)
      for (const value of valuesOf(table.definition, row, field)) {
        let rows = byValue.get(value);
        if (!rows) byValue.set(value, (rows = []));
        if (isAdded) rows.push(row);
      }
  };
  for (const row of removed) enter(row, false);
  let count = 0;
  for (const row of added) {
    enter(row, true);
    if ((count += 1) % 256 === 0) await turn();
  }
  const buckets = [];
  for (const [field, byValue] of changes)
    for (const [value, more] of byValue) {
      const before = table.buckets.get(field)?.get(value) ?? emptyBucket;
      buckets.push({ field, value, rows: replacedRows(before, removed, more, table.compare) });
      await turn();
    }
  return { table, removed, added, list: table.list.replaced(removed, added, table.compare), buckets };
}

/** Makes a change visible. */
export function publish({ table, removed, added, list, buckets }: TableChange): void {
  for (const { id } of removed) table.rows.delete(id);
  for (const row of added) table.rows.set(row.id, row);
  for (const { field, value, rows } of buckets) {
    const byValue = table.buckets.get(field);
    if (rows.length === 0) byValue?.delete(value);
    else byValue?.set(value, rows);
  }
  table.list = list;
}

/** A row that has changed, in itself or in what its entry embeds. */
export interface RowChange {
  readonly path: string;
  readonly id: string;
  /** Null: it is new. */
  readonly before: Row | null;
  /** Null: it is deleted. */
  readonly after: Row | null;
}

/** The rows of a change that is visible. */
export function rowChangesOf({ table: { definition, rows }, removed, added }: TableChange): RowChange[] {
  const { path } = definition;
  const before = new Map([...removed].map((row) => [row.id, row]));
  return [
    ...[...removed].filter(({ id }) => !rows.has(id)).map((row) => ({ path, id: row.id, before: row, after: null })),
    ...added.map((row) => ({ path, id: row.id, before: before.get(row.id) ?? null, after: row })),
  ];
}

/** Takes the lists and buckets of another table where they have the same rows, so that what was computed from them stands. */
export async function keepSame(
  table: ResourceTable,
  before: ResourceTable,
  turn: () => Promise<void> | undefined,
): Promise<void> {
  for (const [field, byValue] of table.buckets)
    for (const [value, rows] of byValue) {
      const known = before.buckets.get(field)?.get(value);
      if (known && hasSameRows(rows, known)) byValue.set(value, known);
      await turn();
    }
  const pieceOf = new Map(before.list.pieces.map((piece) => [piece.rows[0], piece]));
  const pieces = table.list.pieces.map((piece): Piece => {
    const known = pieceOf.get(piece.rows[0]);
    return known && hasSameRows(piece.rows, known.rows) ? known : piece;
  });
  const isSame =
    pieces.length === before.list.pieces.length && pieces.every((piece, at) => piece === before.list.pieces[at]);
  table.list = isSame ? before.list : new List(pieces);
}

function hasSameRows(a: RowBucket, b: RowBucket): boolean {
  return a.length === b.length && a.every((row, at) => row === b[at]);
}
