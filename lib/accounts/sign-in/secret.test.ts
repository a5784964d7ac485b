import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { folderOfTest } from "../../../test/databases.ts";
import { sessionSecret } from "./secret.ts";

const secretIn = (folder: string, changes: { NEXTAUTH_SECRET?: string; DATABASE_URL?: string } = {}) =>
  sessionSecret({ NEXTAUTH_SECRET: undefined, DATABASE_URL: undefined, DATA_DIR: folder, ...changes });

test("beside an embedded database it is created once, and found by the next start", () => {
  const folder = folderOfTest();
  const made = secretIn(folder);

  expect(made).toMatch(/^[\w-]{43}$/);
  expect(secretIn(folder)).toBe(made);
  expect(secretIn(folderOfTest())).not.toBe(made);
  expect([readdirSync(folder), statSync(folder).mode & 0o777]).toEqual([["session-secret"], 0o700]);
  const file = path.join(folder, "session-secret");
  expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual([`${made}\n`, 0o600]);
});

test("a configured secret overrides the stored one, and is not stored", () => {
  const folder = folderOfTest();

  expect(secretIn(folder, { NEXTAUTH_SECRET: "ours" })).toBe("ours");
  expect(() => statSync(folder)).toThrow("ENOENT");
});

test("with a server database and no configured secret, it lasts as long as the process", () => {
  const folder = folderOfTest();
  const url = { DATABASE_URL: "postgresql://db.example/listings" };

  expect(secretIn(folder, url)).not.toBe(secretIn(folder, url));
  expect(() => statSync(folder)).toThrow("ENOENT");
});

test("an empty file is not a secret, and an unreadable one is left unchanged", () => {
  const [emptied, odd] = [folderOfTest(), folderOfTest()];
  mkdirSync(emptied);
  writeFileSync(path.join(emptied, "session-secret"), "\n");
  mkdirSync(path.join(odd, "session-secret"), { recursive: true });

  expect(secretIn(emptied)).toMatch(/^[\w-]{43}$/);
  expect(() => secretIn(odd)).toThrow("EISDIR");
});
