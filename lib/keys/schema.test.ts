import { expect, test } from "vitest";
import { newKeySchemaAt } from "./schema.browser.ts";

test("an expiry must be in the future and before the year 10000", () => {
  const now = Date.parse("2031-05-05T12:00:00Z");
  const isTaken = (expires_at: string) => newKeySchemaAt(now).safeParse({ name: "k", expires_at }).success;

  expect([isTaken("2031-05-05T12:00:00Z"), isTaken("2031-05-05T12:00:00.001Z")]).toEqual([false, true]);
  expect([isTaken("9999-12-31T23:59:59.999Z"), isTaken("9999-12-31T23:59:59.999-00:01")]).toEqual([true, false]);
});
