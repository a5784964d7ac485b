import { beforeEach, expect, test } from "vitest";
import { until } from "../../../test/until.ts";
import { Representation } from "../../catalogue/representation.ts";
import { FileCache } from "./file-cache.ts";

const today = "2026-11-23";
let cache: FileCache;
/** The versions in the order in which they were made. */
let made: string[];

beforeEach(() => {
  cache = new FileCache();
  made = [];
});

const textOf = (version: number, length: number) => `version ${version}`.padEnd(length, ".");

/** Asks for a file as a request does. */
function ask(version: number, at: number, { name = "a.csv", day = today, length = 10 } = {}) {
  const make = async () => {
    made.push(`${name} ${version}`);
    await new Promise(setImmediate);
    return new Representation(textOf(version, length), "text/csv");
  };
  return cache.file({ name, version, at, today: day, make });
}

const served = async (...given: Parameters<typeof ask>) =>
  Number(/\d+/.exec((await (await ask(...given)).bytes("identity")).toString())?.[0]);

test("requests at once get one file, which is made once for a version and a day", async () => {
  const contents = await Promise.all(Array.from({ length: 20 }, () => ask(1, 0)));
  expect(new Set(contents).size).toBe(1);

  expect(await served(1, 100_000)).toBe(1);
  expect(made).toEqual(["a.csv 1"]);
  expect(await served(1, 100_000, { day: "2026-11-24" })).toBe(1);
  expect(made).toEqual(["a.csv 1", "a.csv 1"]);
});

test("files are made one at a time", async () => {
  let [running, most] = [0, 0];
  const make = async () => {
    most = Math.max(most, (running += 1));
    await new Promise(setImmediate);
    running -= 1;
    return new Representation("");
  };
  const names = ["a", "b", "c"];

  await Promise.all(names.map((name) => cache.file({ name, version: 1, at: 0, today, make })));

  expect(most).toBe(1);
});

test("after a change the old file is served for less than five seconds, and from then on a new one", async () => {
  expect(await served(1, 0)).toBe(1);
  expect(await served(1, 10_000)).toBe(1);

  expect(await served(2, 10_001)).toBe(1);
  expect(await served(2, 12_499)).toBe(1);
  expect(made).toEqual(["a.csv 1"]);

  // Half of the time is over, so the new one is made while the old one is served.
  expect(await served(2, 12_500)).toBe(1);
  await until("the new file is made", () => made.length === 2);
  await until("it is kept", async () => (await served(2, 12_501)) === 2);

  expect(await served(3, 17_501)).toBe(3);
  expect(made).toEqual(["a.csv 1", "a.csv 2", "a.csv 3"]);
});

test.each([
  ["a change that is five seconds older than the request is never missing", 0, 5_000],
  ["a clock that is set back serves no old file", 100_000, 1_000],
])("%s", async (_promise, first, second) => {
  expect([await served(1, first), await served(2, second)]).toEqual([1, 2]);
});

test("while one version is made, requests for later ones wait for one file", async () => {
  const versions = await Promise.all([1, 2, 3, 4].map((version) => served(version, 0)));

  expect(made.length).toBeLessThanOrEqual(2);
  for (const [index, version] of versions.entries()) expect(version).toBeGreaterThanOrEqual(index + 1);
});

test("a file that can't be made fails for those who wait, and is tried again", async () => {
  const make = () => Promise.reject(new Error("no"));
  await expect(cache.file({ name: "a.csv", version: 1, at: 0, today, make })).rejects.toThrow("no");

  expect(await served(1, 0)).toBe(1);
});

test.each([
  ["is served from memory", 2 * 1024 * 1024, ["a 1", "b 1"]],
  ["that memory has no room for is made for each request", 33 * 1024 * 1024, ["a 1", "b 1", "a 1"]],
])("a long file %s", async (_promise, length, expected) => {
  for (const name of ["a", "b", "a"]) expect(await served(1, 0, { name, length })).toBe(1);

  expect(made).toEqual(expected);
});
