import { describe, expect, inject, onTestFinished, test } from "vitest";
import { parseEnv } from "../settings/env.ts";
import { readDataset } from "../../prisma/seed/dataset.ts";
import { openInfrastructure } from "../infrastructure.ts";
import { databaseOfTest, emptyDatabase, folderOfTest } from "../../test/databases.ts";
import { served } from "../../test/service.ts";
import type { Database } from "./database.ts";

const tables = ["shows", "theatres", "people", "productions", "roles", "cast_members"];

describe.skipIf(inject("postgresUrl") === null)("several instances on one server", () => {
  test("three instances that start together on an empty database load the dataset once and completely", async () => {
    const { url, remove } = await emptyDatabase();
    onTestFinished(remove);
    const settings = parseEnv({ NODE_ENV: "test", DATABASE_URL: url });

    const instances = await Promise.all([1, 2, 3].map(() => openInfrastructure(settings, process.cwd())));

    const contents = await Promise.all(instances.map(({ database }) => idsOf(database)));
    const dataset = readDataset(process.cwd());
    for (const table of tables) expect(contents[0]?.[table]).toHaveLength(dataset[table]?.length ?? expect.fail());
    expect(contents[1]).toEqual(contents[0]);
    expect(contents[2]).toEqual(contents[0]);
    for (const instance of instances) await instance.close();
  });
});

test("two fresh installs have the same records under the same ids", { tags: ["full"] }, async () => {
  const contents = [];
  // The database that every test's database is a copy of, and another one.
  for (const settings of [await databaseOfTest("embedded"), { DATA_DIR: folderOfTest() }]) {
    const instance = await openInfrastructure(parseEnv({ NODE_ENV: "test", ...settings }), process.cwd());
    contents.push(await idsOf(instance.database));
    await instance.close();
  }

  expect(contents[1]).toEqual(contents[0]);
});

test("SEED=none gives empty lists", async () => {
  await served({ DATA_DIR: folderOfTest(), SEED: "none" }, async ({ get }) => {
    for (const path of ["shows", "theatres", "people", "productions", "roles", "cast-members"]) {
      const response = await get(`/api/${path}`);
      expect([path, response.status, await response.json()]).toEqual([path, 200, []]);
    }
  });
});

async function idsOf({ query }: Database): Promise<Record<string, string[]>> {
  const lists = await Promise.all(
    tables.map((table) => query<{ id: string }>(`SELECT id FROM ${table} ORDER BY id`, [])),
  );
  return Object.fromEntries(tables.map((table, index) => [table, (lists[index] ?? []).map(({ id }) => id)]));
}
