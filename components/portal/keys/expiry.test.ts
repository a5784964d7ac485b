import { expect, test } from "vitest";
import { expiryOf } from "./key-tasks";

const now = Date.parse("2031-05-05T12:00:00Z");

test.each([
  ["never", null],
  ["30", "2031-06-04T12:00:00.000Z"],
  ["90", "2031-08-03T12:00:00.000Z"],
  ["365", "2032-05-04T12:00:00.000Z"],
] as const)("a key that expires (%s) has its end at %s", (term, end) => {
  expect(expiryOf(term, "", now)).toBe(end);
});

test("a chosen day expires at its end in the reader's time zone, even if it is past", () => {
  for (const day of ["2031-05-20", "2031-05-03"])
    expect(expiryOf("day", day, now)).toBe(new Date(`${day}T23:59:59.999`).toISOString());
});
