import { describe, expect, test } from "vitest";
import type { ChangeOutcome, RequestedChange } from "@/lib/changes/schema";
import { countOutcomes, planImport } from "./plan";

const create = (name: string): RequestedChange => ({ action: "create", resource: "people", data: { name } });
const update = (id: string, data: object): RequestedChange => ({
  action: "update",
  resource: "people",
  id,
  data: { ...data },
});

/** The plan of a file whose second row asks for one change, and whose dry run has one outcome. */
function planned(change: RequestedChange, outcome: ChangeOutcome) {
  return planImport({ rows: [{ row: 2, id: null, fields: {} }], problems: [] }, [change], [outcome])[0];
}

describe("the plan of an import", () => {
  test("has each row in the file's order, including unreadable ones", () => {
    const sheet = {
      rows: [2, 4].map((row) => ({ row, id: null, fields: {} })),
      problems: [
        { row: 3, column: "name", message: "must not be empty" },
        { row: 3, column: "image", message: "must be a URL" },
        { row: 5, column: null, message: "has too many cells" },
      ],
    };
    const outcomes: ChangeOutcome[] = [
      { index: 0, outcome: "created", id: "a" },
      { index: 1, outcome: "created", id: "b" },
    ];

    const rows = planImport(sheet, [create("Ann"), create("Ben")], outcomes);

    expect(rows.map(({ row, outcome, name, details }) => ({ row, outcome, name, details }))).toEqual([
      { row: 2, outcome: "created", name: "Ann", details: [] },
      { row: 3, outcome: "refused", name: "", details: ["name: must not be empty", "image: must be a URL"] },
      { row: 4, outcome: "created", name: "Ben", details: [] },
      { row: 5, outcome: "refused", name: "", details: ["has too many cells"] },
    ]);
    expect(rows.map(({ change }) => change !== null)).toEqual([true, false, true, false]);
    expect(countOutcomes(rows)).toEqual({ created: 2, changed: 0, unchanged: 0, deleted: 0, refused: 2 });
  });

  test("lists the fields that change", () => {
    const before = { id: "ann", name: "Ann", bio: null, age: 7, tags: ["a"] };
    const after = { ...before, bio: "Actor", age: null, tags: ["b"] };

    expect(planned(update("ann", {}), { index: 0, outcome: "changed", id: "ann", before, after })).toMatchObject({
      name: "Ann",
      details: ["bio: empty → Actor", "age: 7 → empty", 'tags: ["a"] → ["b"]'],
    });
  });

  test("explains refused rows with the file's column names", () => {
    const issues = [
      { path: "data.name", message: "is too long" },
      { path: "data", message: "is empty" },
      { path: "id", message: "does not exist" },
    ];
    expect(
      planned(update("ann", { name: "Ann" }), { index: 0, outcome: "refused", id: null, issues })?.details,
    ).toEqual(["name: is too long", "is empty", "id: does not exist"]);
  });

  test.each([
    ["the name that the file gives", update("ann", { name: "Anne" }), "Anne"],
    ["the name that the record has", update("ann", { bio: null }), "Ann"],
    [
      "the name of what is deleted",
      { action: "delete", resource: "people", id: "ann" } satisfies RequestedChange,
      "Ann",
    ],
  ])("calls a record by %s", (_case, change, name) => {
    const before = { id: "ann", name: "Ann" };
    expect(planned(change, { index: 0, outcome: "unchanged", id: "ann", before, after: before })?.name).toBe(name);
  });

  test("uses the id of a record without a name", () => {
    expect(planned(update("x", { billing_order: 2 }), { index: 0, outcome: "unchanged", id: "x" })?.name).toBe("x");
  });

  test("a row that is missing from the dry run is refused", () => {
    const [row] = planImport({ rows: [{ row: 2, id: null, fields: {} }], problems: [] }, [create("Ann")], []);
    expect(row).toMatchObject({ outcome: "refused", name: "Ann", details: [] });
  });
});
