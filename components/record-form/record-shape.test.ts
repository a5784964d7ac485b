import { describe, expect, test } from "vitest";
import { toData, toValues, type RecordShape } from "./record-shape";

const shape: RecordShape = {
  path: "theatres",
  members: ["id", "name", "capacity", "opened"],
  fields: [
    { name: "name", label: "Name", kind: "line" },
    { name: "capacity", label: "Capacity", kind: "number", isOptional: true },
    { name: "opened", label: "Opened", kind: "date", isOptional: true },
  ],
};

describe("a record in a form", () => {
  test("is text in every control, empty for null and missing values", () => {
    expect(toValues(shape, { id: "x", name: "Palace", capacity: 1400 })).toEqual({
      name: "Palace",
      capacity: "1400",
      opened: "",
    });
  });

  test.each([
    [
      { name: "Palace", capacity: "1400", opened: "3/9/2026" },
      { name: "Palace", capacity: 1400, opened: "2026-09-03" },
    ],
    [
      { name: "Palace", capacity: " -0.5 ", opened: " " },
      { name: "Palace", capacity: -0.5, opened: null },
    ],
    [
      { name: "Palace", capacity: "", opened: "" },
      { name: "Palace", capacity: null, opened: null },
    ],
    [
      { name: "", capacity: "1e3", opened: "soon" },
      { name: "", capacity: "1e3", opened: "soon" },
    ],
    [{}, { name: "", capacity: null, opened: null }],
  ])("%j is sent as %j", (values, data) => {
    expect(toData(shape, values)).toEqual(data);
  });

  test("survives a round trip", () => {
    const data = { name: "Palace", capacity: 1400, opened: "1891-01-31" };
    expect(toData(shape, toValues(shape, { id: "x", ...data }))).toEqual(data);
  });
});
