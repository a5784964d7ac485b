import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readListState, writeListState } from "./list-state";

const defaults = { order: "name", columns: ["name", "type"], filters: ["type"], allColumns: ["name", "type", "image"] };
const untouched = { typed: "", order: "name", columns: ["name", "type"], chosen: {} };
const read = (query: string) => readListState(new URLSearchParams(query), defaults);

describe("a list's state in the address", () => {
  test.each([
    ["", {}],
    ["q=zoe", { typed: "zoe" }],
    ["sort=-type", { order: "-type" }],
    ["columns=name,image", { columns: ["name", "image"] }],
    ["columns=image,gone", { columns: ["image"] }],
    ["columns=gone", {}],
    ["columns=", {}],
    ["type=play&colour=red", { chosen: { type: "play" } }],
    ["type=", { chosen: { type: "" } }],
  ])("%j", (query, part) => {
    expect(read(query)).toEqual({ ...untouched, ...part });
  });

  test("a list in its default state has no query", () => {
    expect(writeListState(untouched, defaults)).toBe("");
  });

  test("every state is read back from its query", () => {
    const state = fc.record({
      typed: fc.string({ unit: "grapheme" }),
      order: fc.constantFrom("name", "-name", "type"),
      columns: fc.subarray(defaults.allColumns, { minLength: 1 }),
      chosen: fc
        .option(fc.string({ unit: "grapheme" }))
        .map((type): Record<string, string> => (type === null ? {} : { type })),
    });
    fc.assert(
      fc.property(state, (view) => {
        expect(read(writeListState(view, defaults))).toEqual(view);
      }),
    );
  });
});
