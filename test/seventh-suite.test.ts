import { afterAll, beforeAll, expect, test } from "vitest";
import { TreeCopy } from "./seventh-resource.ts";

/** All unit tests, in a copy of the repository to which docs/adding-a-resource.md has added a resource. */
let copy: TreeCopy;

beforeAll(async () => {
  copy = new TreeCopy("seventh-suite");
  await copy.takeAll();
});
afterAll(() => copy.remove());

test("the guide followed to the letter leaves no unit test red", { timeout: 60 * 60_000 }, async () => {
  const { passed, failed, output } = await copy.testAll();

  expect(failed, output.slice(-20_000)).toEqual([]);
  expect(passed).toBeGreaterThan(1_000);
});
