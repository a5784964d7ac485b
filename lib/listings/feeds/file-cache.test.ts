import { mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { log } from "../../core/log.ts";
import { heldBytes, until } from "../../../test/until.ts";
import { Representation } from "../../catalogue/representation.ts";
import { FileCache } from "./file-cache.ts";

const today = "2026-11-23";
const long = 2 * 1024 * 1024;
let folder: string;
let cache: FileCache;
/** The versions in the order in which they were made. */
let made: string[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "theatre-file-cache-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cache = new FileCache(folder);
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

/** Open files whose name is gone, in the folder of this test. */
function openFiles(): number {
  return readdirSync("/proc/self/fd").filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder);
    } catch {
      // Closed meanwhile.
      return false;
    }
  }).length;
}

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

test("a long file is on disk, without a name, and is served with its tag and compressed once", async () => {
  const content = await ask(1, 0, { length: long });
  const plain = new Representation(textOf(1, long));

  expect(openFiles()).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
  for (const coding of ["identity", "br", "gzip"] as const) expect(content.etag(coding)).toBe(plain.etag(coding));
  expect([content.type, content.isWorthCompressing]).toEqual(["text/csv", true]);
  const br = await Promise.all([content.bytes("br"), content.bytes("br")]);
  expect(br[0]).toBe(br[1]);
  expect(brotliDecompressSync(br[0]).equals(plain.identity)).toBe(true);
  expect(gunzipSync(await content.bytes("gzip")).equals(plain.identity)).toBe(true);
  expect(openFiles()).toBe(3);
});

test("a long file takes no memory while nothing sends it, and one copy while many do", { tags: ["full"] }, async () => {
  const count = 20;
  const before = await heldBytes();
  for (let index = 0; index < count; index += 1) await ask(1, 0, { name: `${index}`, length: long });
  expect((await heldBytes()) - before).toBeLessThan((count / 2) * long);

  const content = await ask(1, 0, { name: "0", length: long });
  const [first, ...others] = await Promise.all(Array.from({ length: 10 }, async () => content.bytes("identity")));

  expect(new Set(others)).toEqual(new Set([first]));
  expect(first?.toString()).toBe(textOf(1, long));
});

test("a file that was replaced is deleted, also after it was read again", { tags: ["full"] }, async () => {
  await (await ask(1, 0, { length: long })).bytes("br");
  for (let version = 2; version < 6; version += 1) await ask(version, version * 10_000, { length: long });

  await until("the old files are closed", async () => {
    await heldBytes();
    return openFiles() === 1;
  });
});

test.each([
  ["are served from memory, with one line in the log", long, ["a 1", "b 1"]],
  ["that memory has no room for are made for each request", 33 * 1024 * 1024, ["a 1", "b 1", "a 1"]],
])("without a disk, long files %s", async (_promise, length, expected) => {
  const warn = vi.spyOn(log, "warn").mockImplementation(() => undefined);
  onTestFinished(() => warn.mockRestore());
  cache = new FileCache(path.join(folder, "missing"));

  for (const name of ["a", "b", "a"]) expect(await served(1, 0, { name, length })).toBe(1);

  expect([made, warn.mock.calls.length]).toEqual([expected, 1]);
});
