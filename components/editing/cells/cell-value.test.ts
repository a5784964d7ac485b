import { expect, test } from "vitest";
import type { RecordField, RecordShape } from "@/components/records/form/record-shape";
import { cellValue, plainFields } from "./cell-value";
import { pastedColumn } from "./paste-cells-dialog";

const fields: RecordField[] = [
  { name: "capacity", label: "Seats", kind: "number", isOptional: true },
  { name: "closing_date", label: "Closes", kind: "date", isOptional: true },
  { name: "type", label: "Type", kind: "choice", options: ["musical", "play"] },
  { name: "show_id", label: "Show", kind: "reference", to: "shows" },
];
const shape: RecordShape = { path: "theatres", fields };
const columns = fields.map(({ name }) => name);

test("a cell holds every kind of field but relations and lists", () => {
  expect([...plainFields(shape, columns).keys()]).toEqual(["capacity", "closing_date", "type"]);
});

test.each([
  ["capacity", "1,232", 1232],
  ["capacity", "1,2", "1,2"],
  ["capacity", "", null],
  ["closing_date", "1 May 2027", "2027-05-01"],
  ["closing_date", "one day", "one day"],
  ["type", "Musical", "musical"],
])("a %s typed as %j is %j", (name, text, value) => {
  const field = plainFields(shape, columns).get(name);
  expect(field && cellValue(shape, field, text)).toBe(value);
});

test.each([
  ["has a cell for each line, also for an empty one", "100\r\n\r\n300\r\n", ["100", "", "300"]],
  ["keeps the lines of one cell together", '"Two\nlines"\nOne', ["Two\nlines", "One"]],
  ["is only one column", "100\tWC2\n200\tSE1", null],
])("a pasted column %s", (_what, text, cells) => {
  expect(pastedColumn(text)).toEqual(cells);
});
