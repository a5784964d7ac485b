import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { divergences } from "./merge";
import type { RecordShape } from "./record-shape";

const shape: RecordShape = {
  path: "people",
  members: ["id", "name", "bio"],
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
      { name: "name", label: "Name", mine: mine.name, theirs: theirs.name, suggestion, isContested },
    ]);
  });

  test("lists of details are compared by what is in them", () => {
    const details: RecordShape = {
      path: "people",
      part: "details",
      members: ["id", "aliases"],
      fields: [{ name: "aliases", label: "Other names", kind: "list", members: [] }],
    };
    const versionWith = (...names: string[]) => ({ id: "ann", aliases: names.map((name) => ({ name })) });

    expect(divergences(details, versionWith("Nan"), versionWith("Nan"), versionWith("Nan"))).toEqual([]);
    expect(divergences(details, versionWith(), versionWith("Nan"), versionWith())).toMatchObject([
      { name: "aliases", suggestion: "mine", isContested: false },
    ]);
  });

  test("the suggestions keep every change of both sides", () => {
    const text = fc.constantFrom("before", "mine", "theirs");
    const record = fc.record({ id: fc.constant("ann"), name: text, bio: text });
    fc.assert(
      fc.property(record, record, record, (before, mine, theirs) => {
        const found = divergences(shape, before, mine, theirs);
        const merged: Record<string, unknown> = { ...mine };
        for (const { name, suggestion, ...sides } of found) merged[name] = sides[suggestion];
        for (const name of ["name", "bio"] as const) {
          if (mine[name] !== before[name]) expect(merged[name]).toBe(mine[name]);
          else expect(merged[name]).toBe(theirs[name]);
        }
      }),
    );
  });
});
