import { describe, expect, test } from "vitest";
import type { ChangeOutcome, RequestedChange } from "@/lib/editing/changes/schema.browser";
import { choiceForAll, countOutcomes, planImport } from "./plan";
import { rowOptions, type RowOptions } from "./row-options";

const create = (name: string): RequestedChange => ({ action: "create", resource: "people", data: { name } });
const update = (id: string, data: object): RequestedChange => ({
  action: "update",
  resource: "people",
  id,
  data: { ...data },
});

/** Rows that can do one thing each, and the outcomes of a dry run. */
function judged(pairs: readonly (readonly [row: number, change: RequestedChange, outcome: ChangeOutcome])[]) {
  const rows = pairs.map(([row, change]): RowOptions => {
    const name: unknown = change.action === "delete" ? undefined : change.data?.["name"];
    return {
      row,
      name: typeof name === "string" ? name : "",
      options: [{ kind: "write", id: null, change }],
      preset: 0,
    };
  });
  return { rows, outcomes: new Map(pairs.map(([, change, outcome]) => [change, outcome])) };
}

/** The plan of a file whose second row asks for one change, and whose dry run has one outcome. */
function planned(change: RequestedChange, outcome: ChangeOutcome) {
  const { rows, outcomes } = judged([[2, change, outcome]]);
  return planImport([], rows, outcomes)[0];
}

describe("the plan of an import", () => {
  test("marks a formula, and an address without https, in what would be saved", () => {
    const data = { name: "=cmd|calc", image: "http://example.com/a.jpg", bio: "2 = 2, at http://example.com" };
    const change: RequestedChange = { action: "create", resource: "people", data };

    expect(planned(change, { index: 0, outcome: "created", id: null })?.doubts).toEqual([
      "name begins with =, like a formula",
      "image has an address with http, not https",
    ]);
    expect(planned(change, { index: 0, outcome: "refused", id: null })?.doubts).toEqual([]);
  });

  test("has each row in the file's order, including unreadable ones", () => {
    const problems = [
      { row: 3, column: "name", message: "must not be empty" },
      { row: 3, column: "image", message: "must be a URL" },
      { row: 5, column: null, message: "has too many cells" },
    ];
    const readable = judged([
      [2, create("Ann"), { index: 0, outcome: "created", id: "a" }],
      [4, create("Ben"), { index: 1, outcome: "created", id: "b" }],
    ]);

    const rows = planImport(problems, readable.rows, readable.outcomes);

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

  test("lists the details and the sources that change, and cuts what is very long", () => {
    const source = { field: null, name: "The Stage" };
    const before = { id: "ann", details: { id: "ann", aliases: [], verified_at: null }, sources: { sources: [] } };
    const after = {
      id: "ann",
      details: { id: "ann", aliases: [{ name: "Nan" }], verified_at: null },
      sources: { sources: Array.from({ length: 20 }, () => source) },
    };

    const details = planned(update("ann", {}), { index: 0, outcome: "changed", id: "ann", before, after })?.details;

    expect(details).toMatchObject([
      'details.aliases: empty → [{"name":"Nan"}]',
      expect.stringMatching(/^sources: empty → \[\{"field":null,"name":"The Stage"\}.{250,280}…$/),
    ]);
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
    const [row] = planImport(
      [],
      judged([[2, create("Ann"), { index: 0, outcome: "created", id: null }]]).rows,
      new Map(),
    );
    expect(row).toMatchObject({ outcome: "refused", name: "Ann", details: [] });
  });
});

describe("a row with the name of a known record", () => {
  const cate = { id: "cate", name: "Cate", bio: null };
  const known = {
    byId: new Map<string, object>(),
    idsByName: new Map([
      ["cate", ["cate"]],
      ["ian", ["ian-1", "ian-2"]],
    ]),
  };
  const rows = rowOptions(
    [
      { row: 2, id: null, fields: { name: "Cate", bio: "Actor" } },
      { row: 3, id: null, fields: { name: "Ian", bio: "Actor" } },
      { row: 4, id: null, fields: { name: "Cate" } },
    ],
    "people",
    known,
  );
  const outcomes = new Map(
    rows.flatMap(({ options }) =>
      options.flatMap(({ change }): [RequestedChange, ChangeOutcome][] => {
        if (change?.action === "create") return [[change, { index: 0, outcome: "created", id: "new" }]];
        const after = { ...cate, bio: "Actor" };
        return change ? [[change, { index: 0, outcome: "changed", id: "cate", before: cate, after }]] : [];
      }),
    ),
  );
  const plan = (choices?: ReadonlyMap<number, number>) => planImport([], rows, outcomes, choices);

  test("uses it, lists what changes in it, and offers the alternatives", () => {
    const [row, , bare] = plan();

    expect(row).toMatchObject({ outcome: "changed", name: "Cate", details: ["uses cate", "bio: empty → Actor"] });
    expect(row?.choices.map(({ label }) => label)).toEqual(["Use and update", "Use as it is", "Create another"]);
    expect(bare).toMatchObject({ outcome: "unchanged", details: ["uses cate"], change: null });
    expect(bare?.choices.map(({ label }) => label)).toEqual(["Use as it is", "Create another"]);
  });

  test("that adds nothing to it offers no update", () => {
    const idle = new Map(
      [...outcomes].map(([change, outcome]) => [change, { ...outcome, outcome: "unchanged" as const }]),
    );
    const [row] = planImport([], rows, idle);

    expect(row).toMatchObject({ outcome: "unchanged", chosen: 1, change: null });
    expect(row?.choices.map(({ label }) => label)).toEqual(["Use as it is", "Create another"]);
  });

  test("used as it is changes nothing, and says what is left out", () => {
    expect(plan(choiceForAll(plan(), "keep"))[0]).toMatchObject({
      outcome: "unchanged",
      details: ["uses cate", "left out: bio: empty → Actor"],
      change: null,
    });
  });

  test("that several records have is refused until one is chosen, also when all others are used", () => {
    const [, ian] = plan(choiceForAll(plan(), "update"));

    expect(ian).toMatchObject({ outcome: "refused", chosen: null, change: null });
    expect(ian?.choices.map(({ label }) => label)).toEqual([
      "Use and update: ian-1",
      "Use as it is: ian-1",
      "Use and update: ian-2",
      "Use as it is: ian-2",
      "Create another",
    ]);
    expect(plan(new Map([[3, 2]]))[1]).toMatchObject({ change: { action: "update", id: "ian-2" } });
  });

  test("creates another, all at once, when the editor chooses so", () => {
    expect(plan(choiceForAll(plan(), "create")).map(({ outcome }) => outcome)).toEqual([
      "created",
      "created",
      "created",
    ]);
  });
});
