import { describe, expect, test } from "vitest";
import { changesToJudge, rowOptions, type ExistingRecords } from "./row-options";

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
const optionsOf = (id: string | null, fields: Record<string, unknown>) => {
  const [row] = rowOptions([{ row: 2, id, fields }], "people", known);
  return { preset: row?.preset, options: row?.options.map(({ kind, id: used, change }) => [kind, used, change]) };
};

describe("a row of a file", () => {
  test("with the id of a record updates it, and clears what is empty", () => {
    const change = { action: "update", resource: "people", id: "cate", data: { name: "Kate", bio: null } };
    expect(optionsOf("cate", { name: "Kate", bio: null })).toEqual({
      preset: 0,
      options: [["write", "cate", change]],
    });
  });

  test("with a new name creates a record, with its id if it has one", () => {
    const change = { action: "create", resource: "people", data: { name: "Ada" } };
    expect(optionsOf(null, { name: "Ada" })).toEqual({ preset: 0, options: [["create", null, change]] });
    expect(optionsOf("ada", { name: "Ada" }).options).toEqual([["create", null, { ...change, id: "ada" }]]);
  });

  test("with a known name uses that record, and may add to it but clears and renames nothing", () => {
    const change = { action: "update", resource: "people", id: "cate", data: { bio: "Actor" } };
    const fields = { name: "CATE  Blanchétt", bio: "Actor", image: null };
    expect(optionsOf(null, fields)).toEqual({
      preset: 0,
      options: [
        ["update", "cate", change],
        ["keep", "cate", change],
        ["create", null, { action: "create", resource: "people", data: fields }],
      ],
    });
  });

  test("with a known name is not preset to overwrite what that record has", () => {
    const image = "https://example.com/other.jpg";
    const { preset, options } = optionsOf(null, { name: "Cate Blanchett", image });
    expect(preset).toBe(1);
    expect(options?.map(([kind]) => kind)).toEqual(["update", "keep", "create"]);
  });

  test("sends its details and sources, and adds only what they have to a record of the same name", () => {
    const parts = { details: { aliases: [], external_ids: { wikidata: "Q1" }, website: null }, sources: [] };
    const withParts = (id: string | null) =>
      rowOptions([{ row: 2, id, fields: { name: "Cate Blanchett" }, parts }], "people", known)[0];
    const added = { action: "update", id: "cate", data: {}, details: { external_ids: { wikidata: "Q1" } } };

    expect(withParts("cate")?.options[0]?.change).toMatchObject({ action: "update", id: "cate", ...parts });
    expect(withParts("ada")?.options.at(-1)?.change).toMatchObject({ action: "create", id: "ada", ...parts });
    expect(withParts(null)?.options[0]?.change).toMatchObject(added);
    expect(withParts(null)?.options[0]?.change).not.toHaveProperty("sources");
    // Its lists would replace those of the record.
    expect(withParts(null)?.preset).toBe(1);
  });

  test("with nothing but a known name sends no change", () => {
    expect(optionsOf(null, { name: "Cate Blanchett", bio: null })).toMatchObject({
      preset: 0,
      options: [
        ["keep", "cate", null],
        ["create", null, { action: "create" }],
      ],
    });
  });

  test("with a known name and a new id creates another record, unless the editor chooses otherwise", () => {
    expect(optionsOf("cate-2", { name: "Cate Blanchett" })).toMatchObject({ preset: 1 });
  });

  test("with the name of several records has nothing preset", () => {
    const { preset, options } = optionsOf(null, { name: "Ian", bio: "Actor" });
    expect(preset).toBeNull();
    expect(options?.map(([kind, id]) => [kind, id])).toEqual([
      ["update", "ian-1"],
      ["keep", "ian-1"],
      ["update", "ian-2"],
      ["keep", "ian-2"],
      ["create", null],
    ]);
  });
});

test("a dry run judges the preset changes in the order of the rows, then each other change once", () => {
  const rows = rowOptions(
    [
      { row: 2, id: null, fields: { name: "Ada" } },
      { row: 3, id: null, fields: { name: "Cate Blanchett", bio: "Actor" } },
      { row: 4, id: null, fields: { name: "Cate Blanchett" } },
    ],
    "people",
    known,
  );

  const [preset, others] = changesToJudge(rows);

  expect(preset.map(({ action }) => action)).toEqual(["create", "update"]);
  expect(others.map(({ action }) => action)).toEqual(["create", "create"]);
});
