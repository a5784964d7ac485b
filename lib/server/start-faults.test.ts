import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { buildPages, bundle } from "../../scripts/build.mjs";
import { readDataset } from "../../prisma/seed/dataset.ts";
import { expectLeftUnchanged, furtherCorruptions } from "../../test/corruptions.ts";
import { newFolderPath } from "../../test/databases.ts";
import { startProgram, startProgramIn, startServer } from "../../test/program.ts";
import { TreeCopy } from "../../test/seventh-resource.ts";

beforeAll(() => {
  buildPages();
  bundle("server", "server.ts");
});

describe("a damaged DATA_DIR is reported and left unchanged", () => {
  test.each(Object.entries(furtherCorruptions))("%s", (_name, damage) => expectLeftUnchanged(damage));
});

describe("a first start that was killed is completed by the next one", () => {
  test.each([
    [
      "while the database is created",
      async (folder: string) =>
        vi.waitUntil(() => existsSync(path.join(folder, "postgres", "base")), { timeout: 20_000, interval: 5 }),
    ],
    ["while the dataset is loaded", null],
  ])("%s", async (_name, moment) => {
    const { folder, remove } = newFolderPath();
    const killed = startProgram("server", { PORT: "0", DATA_DIR: folder });
    if (moment) await moment(folder);
    else await killed.says(/Loading the West End dataset/);
    killed.kill("SIGKILL");
    await killed.ended;

    const server = await startServer({ DATA_DIR: folder });

    const castMembers = (await (await fetch(`${server.url}/api/cast-members`)).json()) as unknown[];
    expect(castMembers).toHaveLength(readDataset(process.cwd())["cast_members"]?.length ?? 0);
    server.kill("SIGKILL");
    await server.ended;
    remove();
  });
});

test("a first start answers reads while it builds the pages, and ends the build when it is stopped", async () => {
  const copy = new TreeCopy("first-start");
  onTestFinished(() => copy.remove());
  const server = startProgramIn(copy.folder, "server", { PORT: "0", HOST: "127.0.0.1" });
  const url = await server.says(/(?<=served on )http:\S+/);
  const lock = path.join(copy.folder, ".build/stamps/pages.lock");
  await vi.waitUntil(() => existsSync(lock), { timeout: 20_000, interval: 20 });

  expect((await fetch(`${url}/api/shows`)).status).toBe(200);
  expect((await fetch(url)).status).toBe(503);
  server.kill("SIGTERM");

  expect(await server.ended).toMatchObject({ code: 0 });
  const builder = Number(readFileSync(lock, "utf8"));
  await vi.waitUntil(() => isGone(builder), { timeout: 5_000, interval: 20 });
});

function isGone(pid: number): boolean {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
}
