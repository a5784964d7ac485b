import { describe, expect, test } from "vitest";
import { readCsvTable } from "@/lib/editing/csv/table.browser";
import { fieldsInOrder, isKnownColumn, mappingProblems, needsDecision, proposeMapping } from "./mapping";

const fields = [
  { name: "id", label: "ID" },
  { name: "name", label: "Full name" },
  { name: "bio", label: "Biography" },
  { name: "image", label: "Headshot" },
  { name: "current_show_id", label: "Current show" },
  { name: "closing_date", label: "Closes" },
];
const tableOf = (text: string) => readCsvTable(text, (column) => isKnownColumn(column, fields));
const proposed = (text: string) => proposeMapping(tableOf(text), fields);
const fieldsFor = (header: string) => proposed(`${header}\nx,x,x\n`).map(({ field }) => field);

describe("the fields of a file's columns", () => {
  test("are those of their names, in any case, and need no decision", () => {
    const mapping = proposed("NAME,Bio,id\nAda,,\n");

    expect(mapping.map(({ field }) => field)).toEqual(["name", "bio", "id"]);
    expect(needsDecision(mapping, fields)).toBe(false);
  });

  test.each([
    ["Biography", "bio"],
    ["FULL NAME", "name"],
    ["Full-Name", "name"],
    ["Closing date", "closing_date"],
    ["closing", "closing_date"],
    ["Current Show", "current_show_id"],
    ["Imagé", "image"],
    ["Headshots", "image"],
    ["Age", undefined],
    ["constructor", undefined],
    ["c", undefined],
    ["…", undefined],
  ])("are guessed, and a guess must be confirmed: %s", (column, field) => {
    const mapping = proposed(`${column}\nx\n`);

    expect(mapping).toMatchObject([{ column, sample: "x", field }]);
    expect(needsDecision(mapping, fields)).toBe(true);
  });

  test("are guessed only for one column each, and not where a column has the field's name", () => {
    expect(fieldsFor("Biography,Biography")).toEqual(["bio", undefined]);
    expect(fieldsFor("Biography,bio")).toEqual([undefined, "bio"]);
  });

  test("must be chosen where there is none, and “ignore” is a choice", () => {
    const mapping = proposed("name,Age\nAda,7\n");

    expect([...mappingProblems(mapping).keys()]).toEqual([1]);
    const decided = mapping.map((one) => (one.column === "Age" ? { ...one, field: null } : one));
    expect(mappingProblems(decided).size).toBe(0);
    expect(fieldsInOrder(decided, ["name", "Age"])).toEqual(["name", null]);
  });

  test("must not be the same for two columns", () => {
    const mapping = proposed("name,name\nAda,Eve\n");

    expect(needsDecision(mapping, fields)).toBe(true);
    expect([...mappingProblems(mapping).values()]).toEqual([
      "“name” is also read into this field. Choose one column for it.",
      "“name” is also read into this field. Choose one column for it.",
    ]);
  });

  test("are not asked for of empty columns without a name, or of our reasons for refusals", () => {
    const mapping = proposed("name,,problem,\nAda,,is too long,7\n");

    expect(mapping.map(({ index, field }) => [index, field])).toEqual([
      [0, "name"],
      [2, null],
      [3, undefined],
    ]);
    expect(needsDecision(proposed("name,problem\nAda,x\n"), fields)).toBe(false);
  });
});
