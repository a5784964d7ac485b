import { appendFileSync, cpSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { folderOfTest } from "../../../test/databases.ts";
import { isUnchangedSinceStop, recordCleanStop } from "./folder-lock.ts";

describe("a folder after a clean stop", () => {
  let folder: string;

  beforeEach(() => {
    folder = folderOfTest();
    mkdirSync(path.join(folder, "base"), { recursive: true });
    for (const name of ["PG_VERSION", "base/1", "base/2"]) writeFileSync(path.join(folder, name), `${name}\n`);
    recordCleanStop(folder);
  });

  test("is recognised by the next start only, since a later one may follow a kill", () => {
    expect([isUnchangedSinceStop(folder), isUnchangedSinceStop(folder)]).toEqual([true, false]);
  });

  test("is recognised in a copy that keeps the files' times", () => {
    const copy = `${folder}-copy`;
    cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
    cpSync(`${folder}.stopped`, `${copy}.stopped`);

    expect(isUnchangedSinceStop(copy)).toBe(true);
  });

  test.each<[string, (folder: string) => void]>([
    ["a file is longer", (place) => appendFileSync(path.join(place, "base/1"), "x")],
    ["a file was rewritten", (place) => utimesSync(path.join(place, "base/2"), 1, 1)],
    ["a file is missing", (place) => rmSync(path.join(place, "base/1"))],
    ["a file was added", (place) => writeFileSync(path.join(place, "base/3"), "")],
    ["the folder is missing", (place) => rmSync(place, { recursive: true })],
    ["no clean stop was recorded", (place) => rmSync(`${place}.stopped`)],
  ])("is not recognised when %s", (_name, touch) => {
    touch(folder);

    expect(isUnchangedSinceStop(folder)).toBe(false);
  });
});
