import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import type { Database } from "../lib/db/database.ts";
import { parseEnv } from "../lib/settings/env.ts";
import { openDatabase } from "../lib/infrastructure.ts";
import { isFullRun, useFixture } from "./fixture.ts";
import { databaseUrl, templateName } from "./templates.ts";

export type DatabaseKind = "embedded" | "server";
/** The kinds that are available here, for suites whose SQL, locks or transactions can differ. */
export const everyDatabaseKind: readonly DatabaseKind[] =
  inject("postgresUrl") === null ? ["embedded"] : ["embedded", "server"];
/** PostgreSQL if it is installed: it is created ten times faster, and the browser's flows run on the other kind. */
export const fastestDatabase: DatabaseKind = everyDatabaseKind.at(-1) ?? "embedded";
/** For all other suites: one kind, or with TEST_DATABASES=all every kind. The suite names the kind in its title. */
export const databaseKinds: readonly DatabaseKind[] = isFullRun ? everyDatabaseKind : [fastestDatabase];
/** For suites that kill the service: the kind whose files are its own, or with TEST_DATABASES=all every kind. */
export const killedKinds: readonly DatabaseKind[] = isFullRun ? everyDatabaseKind : ["embedded"];

/** A test's own database with the dataset: its settings, and its removal. */
export interface TestDatabase {
  settings: Record<string, string>;
  remove(): Promise<void>;
}

export async function createTestDatabase(name: DatabaseKind): Promise<TestDatabase> {
  return name === "embedded" ? freshFolder() : freshDatabase();
}

/** The same, opened. Closing it removes it. */
export async function openTestDatabase(kind: DatabaseKind): Promise<Database> {
  const { settings, remove } = await createTestDatabase(kind);
  const database = await openDatabase(parseEnv({ NODE_ENV: "test", ...settings }));
  return {
    ...database,
    close: async () => {
      await database.close();
      await remove();
    },
  };
}

/** The same for the tests of this block. */
export function useDatabase(kind: DatabaseKind): Database {
  return useFixture(
    () => openTestDatabase(kind),
    (opened) => opened.close(),
  );
}

/** The settings of a database with the dataset that is removed after the test. */
export async function databaseOfTest(kind: DatabaseKind): Promise<Record<string, string>> {
  const { settings, remove } = await createTestDatabase(kind);
  onTestFinished(remove);
  return settings;
}

/** A path that does not exist yet; what is there after the test is removed. */
export function folderOfTest(): string {
  const { folder, remove } = newFolderPath();
  onTestFinished(remove);
  return folder;
}

/** A path that does not exist yet, in a folder that does. */
export function newFolderPath(): { folder: string; remove: () => void } {
  const own = mkdtempSync(path.join(inject("testFolder"), "own-"));
  return { folder: path.join(own, "data"), remove: () => rmSync(own, { recursive: true, force: true }) };
}

async function freshFolder(): Promise<TestDatabase> {
  const { folder, remove } = newFolderPath();
  // Keeps the times, so that it opens like a database after a clean stop.
  cpSync(inject("embeddedTemplate"), folder, { recursive: true, preserveTimestamps: true });
  return { settings: { DATA_DIR: folder }, remove: async () => remove() };
}

async function freshDatabase(): Promise<TestDatabase> {
  const url = inject("postgresUrl");
  if (url === null) throw new Error("No PostgreSQL server is installed here.");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await administer(url, `CREATE DATABASE ${name} TEMPLATE ${templateName} ${await copyStrategy(url)}`);
  return {
    settings: { DATABASE_URL: databaseUrl(url, name) },
    remove: async () => void (await administer(url, `DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

let strategy: string | undefined;

/** Copying the files costs half of what PostgreSQL does by default from version 15 on: it logs each page. */
async function copyStrategy(url: string): Promise<string> {
  if (strategy !== undefined) return strategy;
  const [row] = await administer(url, "SELECT current_setting('server_version_num')::int AS version");
  return (strategy = (row?.["version"] ?? 0) >= 150_000 ? "STRATEGY file_copy" : "");
}

/** An empty database on the server, without any migration. */
export async function emptyDatabase(): Promise<{ url: string; remove(): Promise<void> }> {
  const server = inject("postgresUrl") ?? "";
  const name = `test_${randomBytes(6).toString("hex")}`;
  await administer(server, `CREATE DATABASE ${name}`);
  return {
    url: databaseUrl(server, name),
    remove: async () => void (await administer(server, `DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

/** Waits as long as the server takes to connect: it copies databases for several tests at a time. */
async function administer(url: string, statement: string): Promise<Record<string, number>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, number>>(statement)).rows;
  } finally {
    await client.end();
  }
}
