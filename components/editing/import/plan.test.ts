import { describe, expect, test } from "vitest";
import type { ChangeOutcome, RequestedChange } from "@/lib/editing/changes/schema.browser";
import type { SheetRow } from "@/lib/editing/csv/sheet.browser";
import { choiceForAll, countOutcomes, planImport } from "./plan";
import { changesToJudge, rowOptions, type ExistingRecords, type RowOptions } from "./row-options";

const create = (data: object): RequestedChange => ({ action: "create", resource: "people", data: { ...data } });
const update = (id: string, data: object): RequestedChange => ({
  action: "update",
  resource: "people",
  id,
  data: { ...data },
});
const nameIn = (change: RequestedChange) => {
  const name: unknown = change.action === "delete" ? undefined : change.data?.["name"];
  return typeof name === "string" ? name : "";
};

/** Rows that can do one thing each, with the outcome of a dry run. */
function planned(
  pairs: readonly (readonly [row: number, change: RequestedChange, outcome: Omit<ChangeOutcome, "index"> | null])[],
  problems: Parameters<typeof planImport>[0] = [],
) {
  const rows = pairs.map(([row, change]): RowOptions => ({
    row,
    name: nameIn(change),
    options: [{ kind: "write", id: null, change }],
    preset: 0,
  }));
  const judged = pairs.flatMap(([, change, outcome]) => (outcome ? [[change, { index: 0, ...outcome }] as const] : []));
  return planImport(problems, rows, new Map(judged));
}
const plannedOne = (change: RequestedChange, outcome: Omit<ChangeOutcome, "index"> | null) =>
  planned([[2, change, outcome]])[0];

describe("the plan of an import", () => {
  test("marks a formula, and an address without https, in what would be saved", () => {
    const change = create({
      name: "=cmd|calc",
      image: "http://example.com/a.jpg",
      bio: "2 = 2, at http://example.com",
    });
    const doubts = ["name begins with =, like a formula", "image has an address with http, not https"];

    expect(plannedOne(change, { outcome: "created", id: null })?.doubts).toEqual(doubts);
    expect(plannedOne(change, { outcome: "refused", id: null })?.doubts).toEqual([]);
  });

  test("has each row in the file's order, including unreadable ones", () => {
    const rows = planned(
      [
        [2, create({ name: "Ann" }), { outcome: "created", id: "a" }],
        [4, create({ name: "Ben" }), { outcome: "created", id: "b" }],
      ],
      [
        { row: 3, column: "name", message: "must not be empty" },
        { row: 3, column: "image", message: "must be a URL" },
        { row: 5, column: null, message: "has too many cells" },
      ],
    );

    expect(
      rows.map(({ row, outcome, name, details, change }) => [row, outcome, name, details, change !== null]),
    ).toEqual([
      [2, "created", "Ann", [], true],
      [3, "refused", "", ["name: must not be empty", "image: must be a URL"], false],
      [4, "created", "Ben", [], true],
      [5, "refused", "", ["has too many cells"], false],
    ]);
    expect(countOutcomes(rows)).toEqual({ created: 2, changed: 0, unchanged: 0, deleted: 0, refused: 2 });
  });

  const ann = { id: "ann", name: "Ann", bio: null, age: 7, tags: ["a"] };
  const parts = {
    details: { id: "ann", aliases: [] as object[], verified_at: null },
    sources: { sources: [] as object[] },
  };
  const known = {
    details: { ...parts.details, aliases: [{ name: "Nan" }] },
    sources: { sources: Array.from({ length: 20 }, () => ({ field: null, name: "The Stage" })) },
  };

  test.each<[string, object, object, unknown[]]>([
    ["the fields", ann, { ...ann, bio: "Actor", age: null }, ["bio: empty → Actor", "age: 7 → empty"]],
    [
      "the details, and the sources, cut where they are very long",
      { ...ann, ...parts },
      { ...ann, ...known },
      [
        'details.aliases: empty → [{"name":"Nan"}]',
        expect.stringMatching(/^sources: empty → \[\{"field":null,"name":"The Stage"\}.{250,280}…$/),
      ],
    ],
  ])("lists %s that change", (_what, before, after, details) => {
    const versions = { before, after } as Pick<ChangeOutcome, "before" | "after">;
    expect(plannedOne(update("ann", {}), { outcome: "changed", id: "ann", ...versions })).toMatchObject({
      name: "Ann",
      details,
    });
  });

  test("explains refused rows with the file's column names", () => {
    const issues = [
      { path: "data.name", message: "is too long" },
      { path: "data", message: "is empty" },
      { path: "id", message: "does not exist" },
    ];
    const refused = plannedOne(update("ann", { name: "Ann" }), { outcome: "refused", id: null, issues });
    expect(refused?.details).toEqual(["name: is too long", "is empty", "id: does not exist"]);
    const missing = plannedOne(create({ name: "Ann" }), null);
    expect(missing).toMatchObject({ outcome: "refused", name: "Ann", details: [] });
  });

  test.each<[string, RequestedChange, string, object | undefined]>([
    ["the name that the file gives", update("ann", { name: "Anne" }), "Anne", ann],
    ["the name that the record has", update("ann", { bio: null }), "Ann", ann],
    ["the name of what is deleted", { action: "delete", resource: "people", id: "ann" }, "Ann", ann],
    ["its id without a name", update("ann", { billing_order: 2 }), "ann", undefined],
  ])("calls a record by %s", (_case, change, name, record) => {
    const versions = (record && { before: record, after: record }) as Pick<ChangeOutcome, "before"> | undefined;
    expect(plannedOne(change, { outcome: "unchanged", id: "ann", ...versions })?.name).toBe(name);
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
  const cells = [{ name: "Cate", bio: "Actor" }, { name: "Ian", bio: "Actor" }, { name: "Cate" }];
  const rows = rowOptions(
    cells.map((fields, index) => ({ row: index + 2, id: null, fields })),
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
  const labels = (row: ReturnType<typeof plan>[number] | undefined) => row?.choices.map(({ label }) => label);

  test("uses it, lists what changes in it, and offers the alternatives", () => {
    const [row, , bare] = plan();

    expect(row).toMatchObject({ outcome: "changed", name: "Cate", details: ["uses cate", "bio: empty → Actor"] });
    expect(labels(row)).toEqual(["Use and update", "Use as it is", "Create another"]);
    expect(bare).toMatchObject({ outcome: "unchanged", details: ["uses cate"], change: null });
    expect(labels(bare)).toEqual(["Use as it is", "Create another"]);
  });

  test("that adds nothing to it offers no update", () => {
    const idle = [...outcomes].map(([change, one]) => [change, { ...one, outcome: "unchanged" as const }] as const);
    const [row] = planImport([], rows, new Map(idle));

    expect(row).toMatchObject({ outcome: "unchanged", chosen: 1, change: null });
    expect(labels(row)).toEqual(["Use as it is", "Create another"]);
  });

  test("used as it is changes nothing, and says what is left out", () => {
    const [row] = plan(choiceForAll(plan(), "keep"));
    const details = ["uses cate", "left out: bio: empty → Actor"];
    expect(row).toMatchObject({ outcome: "unchanged", details, change: null });
  });

  test("that several records have is refused until one is chosen, also when all others are used", () => {
    const [, ian] = plan(choiceForAll(plan(), "update"));

    expect(ian).toMatchObject({ outcome: "refused", chosen: null, change: null });
    const uses = ["ian-1", "ian-2"].flatMap((id) => [`Use and update: ${id}`, `Use as it is: ${id}`]);
    expect(labels(ian)).toEqual([...uses, "Create another"]);
    expect(plan(new Map([[3, 2]]))[1]).toMatchObject({ change: { action: "update", id: "ian-2" } });
  });

  test("creates another, all at once, when the editor chooses so", () => {
    const created = plan(choiceForAll(plan(), "create")).map(({ outcome }) => outcome);
    expect(created).toEqual(["created", "created", "created"]);
  });
});

describe("a row of a file", () => {
  const known: ExistingRecords = {
    byId: new Map([
      ["cate", { id: "cate", name: "Cate Blanchett", bio: null, image: "https://example.com/cate.jpg" }],
      ["ian-1", { id: "ian-1", name: "Ian" }],
      ["ian-2", { id: "ian-2", name: "Ian" }],
    ]),
    idsByName: new Map([
      ["cate blanchett", ["cate"]],
      ["ian", ["ian-1", "ian-2"]],
    ]),
  };
  const optionsOf = (id: string | null, fields: object, parts?: NonNullable<SheetRow["parts"]>) => {
    const [row] = rowOptions([{ row: 2, id, fields: { ...fields }, ...(parts && { parts }) }], "people", known);
    return { preset: row?.preset, options: row?.options.map(({ kind, id: used, change }) => [kind, used, change]) };
  };
  const cate = "CATE  Blanchétt";
  const another = (fields: object) => ["create", null, create(fields)];
  const addition = update("cate", { bio: "Actor" });
  const [bare, withId] = [
    { name: cate, bio: null },
    { ...create({ name: "Ada" }), id: "ada" },
  ];
  const both = ["update", "keep"];

  test.each<[string, string | null, object, preset: number, unknown[][]]>([
    [
      "an id updates that record, and clears what is empty",
      "cate",
      { name: "Kate", bio: null },
      0,
      [["write", "cate", update("cate", { name: "Kate", bio: null })]],
    ],
    ["a new name creates a record", null, { name: "Ada" }, 0, [another({ name: "Ada" })]],
    ["a new name and an id creates it with that", "ada", { name: "Ada" }, 0, [["create", null, withId]]],
    [
      "a known name may add to that record, but clears and renames nothing",
      null,
      { name: cate, bio: "Actor", image: null },
      0,
      [["update", "cate", addition], ["keep", "cate", addition], another({ name: cate, bio: "Actor", image: null })],
    ],
    ["nothing but a known name sends nothing", null, bare, 0, [["keep", "cate", null], another(bare)]],
  ])("with %s", (_what, id, fields, preset, options) => {
    expect(optionsOf(id, fields)).toEqual({ preset, options });
  });

  test.each<[string, string | null, object, preset: number | null, kinds: string[]]>([
    [
      "a known name is not preset to overwrite",
      null,
      { name: cate, image: "https://e.com/" },
      1,
      ["update", "keep", "create"],
    ],
    ["a known name and a new id is preset to create another", "cate-2", { name: cate }, 1, ["keep", "create"]],
    ["the name of several has nothing preset", null, { name: "Ian", bio: "Actor" }, null, [...both, ...both, "create"]],
  ])("with %s", (_what, id, fields, preset, kinds) => {
    const found = optionsOf(id, fields);
    expect([found.preset, found.options?.map(([kind]) => kind)]).toEqual([preset, kinds]);
  });

  test("sends its details and sources, and adds only what they have to a record of the same name", () => {
    const parts = { details: { aliases: [], external_ids: { wikidata: "Q1" }, website: null }, sources: [] };
    const changeOf = (id: string | null, at: number) =>
      optionsOf(id, { name: "Cate Blanchett" }, parts).options?.at(at)?.[2];

    expect(changeOf("cate", 0)).toMatchObject({ action: "update", id: "cate", ...parts });
    expect(changeOf("ada", -1)).toMatchObject({ action: "create", id: "ada", ...parts });
    const added = { data: {}, details: { external_ids: { wikidata: "Q1" } } };
    expect(changeOf(null, 0)).toEqual({ action: "update", resource: "people", id: "cate", ...added });
    // Its lists would replace those of the record.
    expect(optionsOf(null, { name: "Cate Blanchett" }, parts).preset).toBe(1);
  });

  test("is judged with its preset change in the order of the rows, then each other change once", () => {
    const cells = [{ name: "Ada" }, { name: "Cate Blanchett", bio: "Actor" }, { name: "Cate Blanchett" }];
    const rows = rowOptions(
      cells.map((fields, index) => ({ row: index + 2, id: null, fields })),
      "people",
      known,
    );

    const judged = changesToJudge(rows).map((changes) => changes.map(({ action }) => action));
    expect(judged).toEqual([
      ["create", "update"],
      ["create", "create"],
    ]);
  });
});
