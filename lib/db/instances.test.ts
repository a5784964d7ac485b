import { randomBytes } from "node:crypto";
import { describe, expect, inject, test } from "vitest";
import { parseEnv } from "../settings/env.ts";
import { openInfrastructure } from "../infrastructure.ts";
import { newFolderPath, createTestDatabase } from "../../test/databases.ts";
import { serveFrom } from "../../test/service.ts";
import { databaseUrl } from "../../test/templates.ts";
import type { Database } from "./database.ts";
import { openPostgres } from "./postgres.ts";

const serverUrl = inject("postgresUrl");
const tables = ["shows", "theatres", "people", "productions", "roles", "cast_members"];

describe.skipIf(serverUrl === null)("several instances on one server", () => {
  test("a second instance starts beside the first without waiting", async () => {
    const testDatabase = await createTestDatabase("server");
    const first = await serveFrom(testDatabase.settings);

    const second = await serveFrom(testDatabase.settings);

    expect((await second.get("/api/shows")).status).toBe(200);
    await first.close();
    await second.close();
    await testDatabase.remove();
  });

  test("three instances that start together on an empty database load the dataset once and completely", async () => {
    const administrator = await openPostgres(serverUrl ?? "");
    const name = `test_${randomBytes(6).toString("hex")}`;
    await administrator.query(`CREATE DATABASE ${name}`, []);
    const settings = parseEnv({ NODE_ENV: "test", DATABASE_URL: databaseUrl(serverUrl ?? "", name) });

    const instances = await Promise.all([1, 2, 3].map(() => openInfrastructure(settings, process.cwd())));

    const contents = await Promise.all(instances.map(({ database }) => idsOf(database)));
    expect(contents[0]?.["shows"]?.length).toBeGreaterThan(60);
    expect(contents[1]).toEqual(contents[0]);
    expect(contents[2]).toEqual(contents[0]);
    for (const instance of instances) await instance.close();
    await administrator.query(`DROP DATABASE ${name} WITH (FORCE)`, []);
    await administrator.close();
  });
});

test("two fresh installs have the same records under the same ids", { tags: ["full"] }, async () => {
  const contents = [];
  const { folder, remove } = newFolderPath();
  // The database that every test's database is a copy of, and another one.
  const testDatabase = await createTestDatabase("embedded");
  for (const settings of [testDatabase.settings, { DATA_DIR: folder }]) {
    const instance = await openInfrastructure(parseEnv({ NODE_ENV: "test", ...settings }), process.cwd());
    contents.push(await idsOf(instance.database));
    await instance.close();
  }
  remove();
  await testDatabase.remove();

  expect(contents[0]?.["cast_members"]?.length).toBeGreaterThan(350);
  expect(contents[1]).toEqual(contents[0]);
});

test("SEED=none gives empty lists", async () => {
  const { folder, remove } = newFolderPath();
  const service = await serveFrom({ DATA_DIR: folder, SEED: "none" });

  for (const path of ["shows", "theatres", "people", "productions", "roles", "cast-members"]) {
    const response = await service.get(`/api/${path}`);
    expect([path, response.status, await response.json()]).toEqual([path, 200, []]);
  }
  await service.close();
  remove();
});

async function idsOf({ query }: Database): Promise<Record<string, string[]>> {
  const lists = await Promise.all(
    tables.map((table) => query<{ id: string }>(`SELECT id FROM ${table} ORDER BY id`, [])),
  );
  return Object.fromEntries(tables.map((table, index) => [table, (lists[index] ?? []).map(({ id }) => id)]));
}
