import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { createTestDatabase } from "./databases.ts";
import { startProgram } from "./program.ts";

type Corruption = (postgres: string) => void;

/** Kinds of damage to an embedded database: missing files, files that can't be opened, and files that can't be read. */
export const corruptions: Record<string, Corruption> = {
  "the database is missing": (postgres) => rmSync(postgres, { recursive: true }),
  "pg_control is garbage": (postgres) =>
    writeFileSync(path.join(postgres, "global/pg_control"), Buffer.alloc(8192, 0xa5)),
  "one table is garbage": (postgres) => fillWithGarbage(path.join(postgres, "base/5"), true),
};

/** Further examples of each kind. */
export const furtherCorruptions: Record<string, Corruption> = {
  "PG_VERSION is missing": (postgres) => rmSync(path.join(postgres, "PG_VERSION")),
  "PG_VERSION is garbage": (postgres) => writeFileSync(path.join(postgres, "PG_VERSION"), "garbage"),
  "pg_control is cut short": (postgres) => truncateSync(path.join(postgres, "global/pg_control"), 100),
  "base/ is missing": (postgres) => rmSync(path.join(postgres, "base"), { recursive: true }),
  "global/ is missing": (postgres) => rmSync(path.join(postgres, "global"), { recursive: true }),
  "the write-ahead log is missing": (postgres) => rmSync(path.join(postgres, "pg_wal"), { recursive: true }),
  "every table is garbage": (postgres) => fillWithGarbage(path.join(postgres, "base")),
};

/** Expects that a start on the damaged database fails with the reason and changes nothing. */
export async function expectLeftUnchanged(damage: Corruption): Promise<void> {
  const testDatabase = await createTestDatabase("embedded");
  const folder = testDatabase.settings["DATA_DIR"] ?? "";
  damage(path.join(folder, "postgres"));
  const before = fingerprintOf(folder);

  const { code, output } = await startProgram("server", { PORT: "0", HOST: "127.0.0.1", DATA_DIR: folder }).ended;

  expect([code, output]).toEqual([1, expect.stringMatching(/is damaged and was left as it is/)]);
  expect(fingerprintOf(folder)).toEqual(before);
  await testDatabase.remove();
}

/** PostgreSQL numbers its own files below 16384. */
const firstOwnFile = 16_384;

function fillWithGarbage(folder: string, isOneTable = false): void {
  const files = filesUnder(folder).map((file) => ({ file, size: statSync(file).size }));
  const tables = files
    .filter(({ file }) => Number(path.basename(file)) >= firstOwnFile)
    .sort((a, b) => b.size - a.size);
  for (const { file, size } of isOneTable ? tables.slice(0, 1) : files) {
    writeFileSync(file, Buffer.alloc(Math.max(8192, size), 0xa5));
  }
}

function fingerprintOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    filesUnder(folder).map((file) => [file, createHash("sha256").update(readFileSync(file)).digest("hex")]),
  );
}

function filesUnder(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
