import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitColumns, isCut } from "./column-widths";

const name = { width: 260 };
const date = { width: 128, isRigid: true };
const text = { width: 360 };

describe("the columns of a table", () => {
  test("share the room when there is too little, and names are cut after long texts", () => {
    const [first = 0, day, last = 0] = fitColumns([name, date, text], [30, 12, 500], 800) ?? [];

    expect(isCut("x".repeat(30), first)).toBe(false);
    expect(isCut("x".repeat(500), last)).toBe(true);
    expect(day).toBe(128);
  });

  test("don't fit into a window narrower than their least widths", () => {
    expect(fitColumns([name, date, text], [30, 12, 500], 372)).toBeNull();
    expect(fitColumns([name, date, text], [30, 12, 500], 376)).toEqual([104, 128, 144]);
  });

  test("fill any window to within a pixel for each", () => {
    const column = fc.record({ width: fc.integer({ min: 40, max: 600 }), isRigid: fc.boolean() });
    const measured = fc.array(fc.tuple(column, fc.nat(2_000)), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(measured, fc.integer({ min: 300, max: 5_000 }), (columns, room) => {
        const widths = fitColumns(
          columns.map(([one]) => one),
          columns.map(([, length]) => length),
          room,
        );
        if (!widths) return;
        const whole = widths.reduce((total, width) => total + width, 0);
        expect(whole).toBeLessThanOrEqual(room);
        expect(whole).toBeGreaterThan(room - columns.length - 1);
      }),
    );
  });
});
