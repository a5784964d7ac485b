import { describe, expect, test } from "vitest";
import { divergences } from "./edit-conflict";
import type { RecordShape } from "./record-shape";

const shape: RecordShape = {
  path: "people",
  fields: [
    { name: "name", label: "Name", kind: "line" },
    { name: "bio", label: "Biography", kind: "text", isOptional: true },
  ],
};
const base = { id: "ann", name: "Ann", bio: null };

describe("two versions of a record", () => {
  test.each([
    ["a field that only this form changed", { name: "Anne", bio: null }, base, "mine", false],
    ["a field that only the other changed", { name: "Ann", bio: null }, { ...base, name: "Annie" }, "theirs", false],
    ["a field that both changed", { name: "Anne", bio: null }, { ...base, name: "Annie" }, "mine", true],
  ])("%s is suggested accordingly", (_case, mine, theirs, suggestion, isContested) => {
    expect(divergences(shape, base, mine, theirs)).toEqual([
      { field: shape.fields[0], mine: mine.name, theirs: theirs.name, suggestion, isContested },
    ]);
  });

  test("lists of details are compared by what is in them", () => {
    const details: RecordShape = {
      path: "people",
      part: "details",
      fields: [{ name: "aliases", label: "Other names", kind: "list", members: [] }],
    };
    const versionWith = (...names: string[]) => ({ id: "ann", aliases: names.map((name) => ({ name })) });

    expect(divergences(details, versionWith("Nan"), versionWith("Nan"), versionWith("Nan"))).toEqual([]);
    expect(divergences(details, versionWith(), versionWith("Nan"), versionWith())).toMatchObject([
      { field: { name: "aliases" }, suggestion: "mine", isContested: false },
    ]);
  });
});
