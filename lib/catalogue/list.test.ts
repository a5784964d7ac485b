import { expect, test } from "vitest";
import { ascending } from "../core/sort.ts";
import { emptyList } from "./list.ts";
import { compareRows, createRow, type Row } from "./row.ts";

const order = [ascending(({ record }: Pick<Row, "record">) => String(record["id"]))];
const rows = Array.from({ length: 200_000 }, (_, number) => {
  const id = String(number).padStart(6, "0");
  const changedAt = "2026-11-26T10:00:00.000Z";
  return createRow({ id, number, changedAt, record: { id }, details: { id }, sources: {} }, null, order);
});

test("a list takes as many rows at once as there are", () => {
  const list = emptyList.replaced(new Set(), rows, compareRows(order));

  expect(list.count).toBe(rows.length);
  expect([...list].every((row, index) => row === rows[index])).toBe(true);
});
