import { expect, test } from "vitest";
import { newKeySchemaAt } from "@/lib/keys/schema.browser";
import { expiryOf } from "./expiry";

const now = Date.parse("2031-05-05T12:00:00Z");

test.each([
  ["never", null],
  ["month", "2031-06-04T12:00:00.000Z"],
  ["quarter", "2031-08-03T12:00:00.000Z"],
  ["year", "2032-05-04T12:00:00.000Z"],
] as const)("a key that expires %s has its end at %s", (term, end) => {
  expect(expiryOf(term, "", now)).toBe(end);
});

test("a chosen day expires at its end in the reader's time zone, even if it is past", () => {
  for (const day of ["2031-05-20", "2031-05-03"])
    expect(expiryOf("day", day, now)).toBe(new Date(`${day}T23:59:59.999`).toISOString());
});

test.each(["2031-05-03", "", "soon"])("the API's schema refuses the expiry “%s”, which is past or not a day", (day) => {
  const key = { name: "Website", expires_at: expiryOf("day", day, now) };

  expect(
    newKeySchemaAt(now)
      .safeParse(key)
      .error?.issues.map(({ path }) => path),
  ).toEqual([["expires_at"]]);
});
