import { expect, test } from "vitest";
import { directoryWith } from "@/test/directory-with";
import type { ListColumn } from "./list-view";
import { listedNames, nearNames } from "./rows";

const context = { directory: directoryWith({}), today: "2026-02-27" };
const columns: ListColumn<{ id: string; show: string; theatre: string }>[] = [
  { id: "show", title: "Show", width: 100, text: ({ show }) => show },
  { id: "theatre", title: "Theatre", width: 100, text: ({ theatre }) => theatre },
  { id: "id", title: "ID", width: 100, text: ({ id }) => id, isExtra: true },
];
const rows = [
  { id: "hamilton-palace", show: "Hamilton", theatre: "Victoria Palace" },
  { id: "hamilton-barn", show: "HAMILTON", theatre: "The Barn" },
  { id: "long", show: `Hamilton ${"x ".repeat(50)}`, theatre: "Palladium" },
].map((entry) => ({ entry, key: "", lengths: [], values: {} }));
const near = (typed: string) => nearNames(listedNames(rows, columns, context), typed);

test.each([
  ["hamliton", ["Hamilton"]],
  ["paladium", ["Palladium"]],
  ["barm", []],
  ["hamliton pallace", []],
  ["hamilton", []],
  ["", []],
])("names near to %j", (typed, names) => {
  expect(near(typed)).toEqual(names);
});
