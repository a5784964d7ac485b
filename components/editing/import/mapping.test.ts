import { describe, expect, test } from "vitest";
import type { RecordField } from "@/components/records/form/record-shape";
import { readCsvTable } from "@/lib/editing/csv/table.browser";
import { resourceViews } from "@/lib/resources/resource-views.browser";
import { directoryWith } from "@/test/directory-with";
import { fieldsInOrder, isKnownColumn, mappingProblems, needsDecision, proposeMapping } from "./mapping";
import { resolveReferences } from "./references";

const labels = {
  id: "ID",
  name: "Full name",
  bio: "Biography",
  image: "Headshot",
  current_show_id: "Current show",
  closing_date: "Closes",
};
const fields = Object.entries(labels).map(([name, label]) => ({ name, label }));
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
    ["FULL NAME", "name"],
    ["Closing date", "closing_date"],
    ["closing", "closing_date"],
    ["Current Show", "current_show_id"],
    ["Imagé", "image"],
    ["Age", undefined],
    ["constructor", undefined],
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
    const decided = mapping.map((one) => (one.column === "Age" ? { ...one, field: null } : one));

    expect([[...mappingProblems(mapping).keys()], mappingProblems(decided).size]).toEqual([[1], 0]);
    expect(fieldsInOrder(decided, ["name", "Age"])).toEqual(["name", null]);
  });

  test("must not be the same for two columns", () => {
    const mapping = proposed("name,name\nAda,Eve\n");
    const problem = "“name” is also read into this field. Choose one column for it.";

    expect(needsDecision(mapping, fields)).toBe(true);
    expect([...mappingProblems(mapping).values()]).toEqual([problem, problem]);
  });

  test("are not asked for of empty columns without a name, or of our reasons for refusals", () => {
    const mapping = proposed("name,,problem,\nAda,,is too long,7\n").map(({ index, field }) => [index, field]);

    expect(mapping).toEqual([
      [0, "name"],
      [2, null],
      [3, undefined],
    ]);
    expect(needsDecision(proposed("name,problem\nAda,x\n"), fields)).toBe(false);
  });
});

describe("a reference in a file", () => {
  const nowhere = { address: null, postcode: null, lat: null, lng: null, capacity: null, current_show_id: null };
  const theatre = (id: string, name: string) => [id, { id, name, ...nowhere }] as const;
  const role = (id: string, name: string, production_id: string) =>
    [id, { id, name, description: null, production_id }] as const;
  const directory = directoryWith({
    theatres: new Map([
      theatre("palace", "Palace Théâtre"),
      theatre("old-vic", "Old Vic"),
      theatre("vic-2", "Old  vic"),
    ]),
    roles: new Map([role("hamlet-1", "Hamlet", "p1"), role("hamlet-2", "Hamlet", "p2")]),
  });
  const shape: RecordField[] = [
    { name: "theatre_id", label: "Theatre", kind: "reference", to: "theatres" },
    {
      name: "role_id",
      label: "Role",
      kind: "reference",
      to: "roles",
      ...resourceViews["cast-members"].fields?.role_id,
    },
  ];
  const known = new Map([["m", { id: "m", production_id: "p1" }]]);

  test.each<[string, Record<string, unknown>, unknown, id?: string]>([
    ["may be an id", { theatre_id: "palace" }, { theatre_id: "palace" }],
    ["may be the name of one record", { theatre_id: "PALACE  theatre " }, { theatre_id: "palace" }],
    ["may be empty", { theatre_id: null }, { theatre_id: null }],
    ["refuses the row if there is none", { theatre_id: "Palce" }, "no theatre has this id or name: “Palce”; create it"],
    ["asks for an id if several have the name", { theatre_id: "Old Vic" }, "use the id of one: old-vic, vic-2"],
    ["is one that fits", { role_id: "hamlet", production_id: "p2" }, { role_id: "hamlet-2", production_id: "p2" }],
    ["says that none fits", { role_id: "hamlet", production_id: "p3" }, "does not fit the other columns"],
    ["fits the record's own values without a column for them", { role_id: "Hamlet" }, { role_id: "hamlet-1" }, "m"],
  ])("%s", (_what, given, expected, id = undefined) => {
    const sheet = { rows: [{ row: 2, id: id ?? null, fields: given }], problems: [] };
    const { rows, problems } = resolveReferences(sheet, shape, directory, known);
    if (typeof expected === "string") expect(problems[0]?.message).toContain(expected);
    else expect(rows[0]?.fields).toEqual(expected);
  });
});
