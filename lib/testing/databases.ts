import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inject } from "vitest";
import { openPostgres } from "../db/postgres.ts";
import { databaseUrl, templateName } from "./templates.ts";

/** The two homes of the data; a suite that runs in both says so in its name. */
export const databaseKinds =
  inject("postgresUrl") === null ? (["embedded"] as const) : (["embedded", "server"] as const);
export type DatabaseKind = "embedded" | "server";
/** For what both do alike: of those that are here the one that is made in a tenth of the time. */
export const fastestDatabase: DatabaseKind = databaseKinds.at(-1) ?? "embedded";

/** A database of a test's own, filled with the dataset: the settings that lead to it, and its end. */
export interface TestDatabase {
  settings: Record<string, string>;
  remove(): Promise<void>;
}

export async function createTestDatabase(name: DatabaseKind): Promise<TestDatabase> {
  return name === "embedded" ? freshFolder() : freshDatabase();
}

/**
 * In memory where there is room for some hundreds of databases of 40 MB, as each is a thousand
 * files to write and to remove: a disk takes longer over them than the tests over the rest.
 */
const above = hasRoom("/dev/shm") ? "/dev/shm" : tmpdir();

/** A folder that does not exist yet, below one that does. */
export function newFolderPath(): { folder: string; remove: () => void } {
  const own = mkdtempSync(path.join(above, "theatre-test-"));
  return { folder: path.join(own, "data"), remove: () => rmSync(own, { recursive: true, force: true }) };
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 4 * 1024 ** 3;
  } catch {
    return false;
  }
}

async function freshFolder(): Promise<TestDatabase> {
  const { folder, remove } = newFolderPath();
  // Times and all, so that it is opened as what a stop left.
  cpSync(inject("embeddedTemplate"), folder, { recursive: true, preserveTimestamps: true });
  return { settings: { DATA_DIR: folder }, remove: async () => remove() };
}

async function freshDatabase(): Promise<TestDatabase> {
  const url = inject("postgresUrl");
  if (url === null) throw new Error("No PostgreSQL server is installed here.");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await administer(url, `CREATE DATABASE ${name} TEMPLATE ${templateName}`);
  return {
    settings: { DATABASE_URL: databaseUrl(url, name) },
    remove: () => administer(url, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** A database on the server that nobody has written to, not even a migration. */
export async function emptyDatabase(): Promise<{ url: string; remove(): Promise<void> }> {
  const server = inject("postgresUrl") ?? "";
  const name = `test_${randomBytes(6).toString("hex")}`;
  await administer(server, `CREATE DATABASE ${name}`);
  return {
    url: databaseUrl(server, name),
    remove: () => administer(server, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const server = await openPostgres(url);
  await server.query(statement, []);
  await server.close();
}
