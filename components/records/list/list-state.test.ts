import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readListState, writeListState, type ListState } from "./list-state";

const defaults = {
  order: "name",
  columns: ["name", "type"],
  filters: ["type"],
  days: ["opens", "closes"],
  allColumns: ["name", "type", "image"],
};
const untouched = { typed: "", order: "name", columns: ["name", "type"], chosen: {}, days: {} };
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
    ["opens.from=2026-09-03", { days: { opens: { from: "2026-09-03", to: "", isWithout: false } } }],
    ["closes=none", { days: { closes: { from: "", to: "", isWithout: true } } }],
    ["closes=none&closes.to=2026-09-03", { days: { closes: { from: "", to: "", isWithout: true } } }],
    ["opens.from=3+Sep+2026&opens.to=2026-02-30&closes=never&gone.from=2026-09-03", {}],
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
      days: fc.constantFrom<ListState["days"]>(
        {},
        { opens: { from: "2026-09-03", to: "2026-09-30", isWithout: false } },
        { opens: { from: "", to: "1999-12-31", isWithout: false }, closes: { from: "", to: "", isWithout: true } },
      ),
    });
    fc.assert(
      fc.property(state, (view) => {
        expect(read(writeListState(view, defaults))).toEqual(view);
      }),
    );
  });
});
