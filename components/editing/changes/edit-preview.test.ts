import { describe, expect, test } from "vitest";
import type { ChangeOutcome } from "@/lib/editing/changes/schema.browser";
import { editedValue, planEdits, refusals, triedEdits, typedDays, updatesOf } from "./edit-preview";

const runs = [
  { id: "a", closing_date: "2026-02-27" },
  { id: "b", closing_date: null },
  { id: "c", closing_date: "2026-03-13" },
];
const set = { kind: "set", value: "2026-03-13" } as const;
const move = { kind: "move", days: 14 } as const;

describe("an edit of many records", () => {
  test("moves dates across months and years, and leaves records without the date", () => {
    expect(editedValue("2026-02-27", move)).toBe("2026-03-13");
    expect(editedValue("2026-12-31", { kind: "move", days: 1 })).toBe("2027-01-01");
    expect(editedValue("2024-03-01", { kind: "move", days: -1 })).toBe("2024-02-29");
    expect(editedValue(null, move)).toBeNull();
  });

  test("changes only the records whose value becomes another", () => {
    const update = { action: "update", resource: "productions" };

    const to = (id: string, closing_date: string) => ({ ...update, id, data: { closing_date } });
    const changed = (edit: typeof set | typeof move) =>
      updatesOf("productions", "closing_date", planEdits("closing_date", runs, edit));
    expect(changed(set)).toEqual([to("a", "2026-03-13"), to("b", "2026-03-13")]);
    expect(changed(move)).toEqual([to("a", "2026-03-13"), to("c", "2026-03-27")]);
  });

  test("is planned with what can't be changed first, and what stays last", () => {
    const edits = planEdits("closing_date", runs, set);
    const changes = updatesOf("productions", "closing_date", edits);
    const outcomes: ChangeOutcome[] = [
      { index: 0, outcome: "changed", id: "a" },
      { index: 1, outcome: "refused", id: "b", issues: [{ path: "data.closing_date", message: "is too early" }] },
    ];

    expect(triedEdits(edits, refusals(changes, outcomes))).toEqual([
      { id: "b", before: null, after: "2026-03-13", issues: ["is too early"] },
      { id: "a", before: "2026-02-27", after: "2026-03-13", issues: [] },
      { id: "c", before: "2026-03-13", after: "2026-03-13", issues: [] },
    ]);
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
