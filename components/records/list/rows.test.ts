import { describe, expect, test } from "vitest";
import { directoryWith } from "@/test/directory-with";
import type { ListView, ListContext } from "./list-view";
import { filterChoices, sortRows, filterRows, prepareRows, searchRows } from "./rows";

const context: ListContext = { directory: directoryWith({}), today: "2026-02-27" };
const view: ListView<"people"> = {
  path: "people",
  needs: [],
  columns: [
    { id: "name", title: "Name", width: 100, text: ({ name }) => name },
    { id: "bio", title: "Biography", width: 100, text: ({ bio }) => bio ?? "" },
    { id: "length", title: "Length", width: 50, text: () => "", sortValue: ({ bio }) => bio?.length ?? null },
  ],
  filters: [
    { id: "image", title: "Image", valueOf: ({ image }) => image, labelFor: (value) => value.replace("https://", "") },
    { id: "bio", title: "Biography", valueOf: ({ bio }) => bio },
  ],
  days: [],
  order: "name",
};

function person(id: string, name: string, bio: string | null = null, image: string | null = null) {
  return { id, name, bio, image };
}

const people = [
  person("o", "Øystein Aas", "Actor"),
  person("z", "Zoë Ashe", "Singer from Hull", "https://b"),
  person("a", "Ann O’Hara", null, "https://a"),
];
const rows = prepareRows(view, people, context);
const idsOf = (found: readonly { entry: { id: string } }[]) => found.map(({ entry }) => entry.id);

test.each([
  ["name", ["a", "o", "z"]],
  ["-name", ["z", "o", "a"]],
  ["bio", ["o", "z", "a"]],
  ["-bio", ["z", "o", "a"]],
  ["-length", ["z", "o", "a"]],
  ["unknown", ["o", "z", "a"]],
])("a list in the order of a column: %s, what is empty last either way", (order, ids) => {
  expect(idsOf(sortRows(rows, view.columns, order, context))).toEqual(ids);
});

describe("a filtered list", () => {
  test.each([
    ["", ["o", "z", "a"]],
    ["zoe", ["z"]],
    ["OYSTEIN", ["o"]],
    ["o'hara", ["a"]],
    ["ara", []],
    ["!", []],
    ["hull aas", []],
  ])("has the records with a word in some column that begins so, for every typed word: %j", (typed, ids) => {
    expect(idsOf(searchRows(rows, typed))).toEqual(ids);
  });

  test.each([
    [{ image: "https://b", bio: "Singer from Hull" }, ["z"]],
    [{ image: "https://a", bio: "Actor" }, []],
  ])("has the records that match every active filter: %j", (chosen, ids) => {
    expect(idsOf(filterRows(rows, chosen))).toEqual(ids);
  });

  test.each([
    ["from a day, which is included", "closing_date.from=2026-09-03", ["mid", "late"]],
    ["to a day, which is included", "closing_date.to=2026-09-03", ["early", "mid"]],
    ["between two days", "closing_date.from=2026-09-02&closing_date.to=2026-09-03", ["mid"]],
    ["between days in the wrong order", "closing_date.from=2026-09-04&closing_date.to=2026-09-01", []],
  ])("has the records %s", (_range, query, ids) => {
    const closing = { early: "2026-09-01", mid: "2026-09-03", late: "2026-09-30", open: null };
    const entries = Object.entries(closing).map(([id, closing_date]) => ({ id, closing_date }));
    const runs = entries.map((entry) => ({ entry, key: "", lengths: [], values: {} }));
    const chosen = Object.fromEntries(new URLSearchParams(query));

    expect(idsOf(filterRows(runs, chosen))).toEqual(ids);
  });

  test("offers each value of a filter once, labelled and sorted, without null", () => {
    const [byImage] = view.filters;
    const doubled = prepareRows(view, [...people, person("b", "Ben", null, "https://a")], context);
    expect(byImage && filterChoices(doubled, byImage, context)).toEqual([
      { value: "https://a", words: "a" },
      { value: "https://b", words: "b" },
    ]);
  });
});
