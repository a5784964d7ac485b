import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { folderOfTest } from "../../../test/databases.ts";
import { DatabaseUnavailableError } from "../database.ts";
import { copyNewDatabase } from "./new-database.ts";

test("a new database is created completely, or not at all and with the reason", () => {
  const folder = folderOfTest();
  const broken = `${folder}-broken`;
  mkdirSync(broken);
  writeFileSync(path.join(broken, "base"), "no folder");

  copyNewDatabase(folder);
  const attempt = () => copyNewDatabase(broken);

  expect(["PG_VERSION", "base", "global/pg_control"].filter((name) => !existsSync(path.join(folder, name)))).toEqual(
    [],
  );
  expect(attempt).toThrow(expect.any(DatabaseUnavailableError));
  expect(existsSync(broken)).toBe(false);
});
