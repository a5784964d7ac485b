import { describe, expect, test } from "vitest";
import type { ChangeOutcome } from "@/lib/editing/changes/schema.browser";
import type { RecordShape } from "@/components/records/form/record-shape";
import { editedValue, isSound, plannedEdits, typedDays } from "./edit-preview";

const runs = [
  { id: "a", closing_date: "2026-02-27" },
  { id: "b", closing_date: null },
  { id: "c", closing_date: "2026-03-13" },
];
const field = "closing_date";
const shape: RecordShape = { path: "productions", fields: [{ name: field, label: "Closes", kind: "date" }] };
const move = { kind: "move", days: 14 } as const;

describe("an edit of many records", () => {
  test("moves dates across months and years, and leaves records without the date", () => {
    expect(editedValue("2026-02-27", move)).toBe("2026-03-13");
    expect(editedValue("2026-12-31", { kind: "move", days: 1 })).toBe("2027-01-01");
    expect(editedValue("2024-03-01", { kind: "move", days: -1 })).toBe("2024-02-29");
    expect(editedValue(null, move)).toBeNull();
  });

  test("is planned with what can't be changed first, and what stays last", () => {
    const edits = runs.map(({ id, closing_date: before }) => ({ id, field, before, after: "2026-03-13" }));
    const [a, b, c] = edits;
    const outcomes: ChangeOutcome[] = [
      { index: 0, outcome: "changed", id: "a" },
      { index: 1, outcome: "refused", id: "b", issues: [{ path: "data.closing_date", message: "is too early" }] },
    ];

    const planned = plannedEdits(shape, edits, outcomes);
    expect(planned).toEqual([
      { ...b, problem: "Closes is too early" },
      { ...a, problem: null },
      { ...c, problem: null },
    ]);
    expect(planned.filter(isSound).map(({ id }) => id)).toEqual(["a"]);
  });

  test.each([
    ["14", 14],
    ["+14", 14],
    ["−7", -7],
    ["0", null],
    ["1.5", null],
    ["99999", null],
  ])("reads %j days as %j", (text, days) => {
    expect(typedDays(text)).toBe(days);
  });
});
