import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { emptyFolder } from "../testing/homes.ts";
import { sessionSecret } from "./secret.ts";

function newFolder(): string {
  const { folder, remove } = emptyFolder();
  onTestFinished(remove);
  return folder;
}

test("a secret that was not given is made once, kept in DATA_DIR, and nobody else's to read", () => {
  const DATA_DIR = newFolder();

  const secret = sessionSecret({ DATA_DIR });

  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(sessionSecret({ DATA_DIR })).toBe(secret);
  const file = path.join(DATA_DIR, "session-secret");
  expect(readFileSync(file, "utf8").trim()).toBe(secret);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a file that somebody emptied is no secret: a new one is made", () => {
  const DATA_DIR = newFolder();
  mkdirSync(DATA_DIR);
  writeFileSync(path.join(DATA_DIR, "session-secret"), "\n");

  const secret = sessionSecret({ DATA_DIR });

  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(sessionSecret({ DATA_DIR })).toBe(secret);
});

test("one that was given is taken as it is, and nothing is written", () => {
  const DATA_DIR = newFolder();

  expect(sessionSecret({ DATA_DIR, NEXTAUTH_SECRET: "ours" })).toBe("ours");
  expect(() => statSync(DATA_DIR)).toThrow("ENOENT");
});
