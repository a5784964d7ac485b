import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { buildPages, bundle } from "../../../scripts/build.mjs";
import { freePort } from "../../../scripts/services.mjs";
import { readDataset } from "../../../prisma/seed/dataset.ts";
import { databaseOfTest, folderOfTest } from "../../../test/databases.ts";
import { oneOfEach } from "../../../test/fixture.ts";
import { startProgram, startProgramIn, startServer } from "../../../test/program.ts";
import { burst, countdown } from "../../../test/quota-helpers.ts";
import { TreeCopy } from "../../../test/seventh-resource.ts";
import { served } from "../../../test/service.ts";
import { databaseUrl } from "../../../test/templates.ts";
import { DatabaseUnavailableError } from "../../db/database.ts";
import { openDatabase } from "../../infrastructure.ts";
import { parseEnv } from "../../settings/env.ts";

const serverUrl = inject("postgresUrl");
const local = { PORT: "0", HOST: "127.0.0.1" };

/** Why a start on this database ends. */
async function refusalOf(settings: Record<string, string>): Promise<string> {
  const refused: unknown = await openDatabase(parseEnv({ NODE_ENV: "test", ...settings })).then(
    ({ close }) => close(),
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(DatabaseUnavailableError);
  return (refused as Error).message;
}

describe("a folder that can't be used ends the start and stays as it is:", () => {
  test.each([
    ["a file", ""],
    ["a folder below a file", "data"],
  ])("%s", async (_name, below) => {
    const file = folderOfTest();
    writeFileSync(file, "a file");

    expect(await refusalOf({ DATA_DIR: path.join(file, below) })).toMatch(/DATA_DIR .* can't be written/);
    expect(readFileSync(file, "utf8")).toBe("a file");
  });

  const damages: Record<string, (postgres: string) => void> = {
    "the database is missing": (postgres) => rmSync(postgres, { recursive: true }),
    "pg_control is garbage": (postgres) => fill(path.join(postgres, "global/pg_control")),
    "pg_control is cut short": (postgres) => truncateSync(path.join(postgres, "global/pg_control"), 100),
    "PG_VERSION is garbage": (postgres) => writeFileSync(path.join(postgres, "PG_VERSION"), "garbage"),
    "base/ is missing": (postgres) => rmSync(path.join(postgres, "base"), { recursive: true }),
    "the write-ahead log is missing": (postgres) => rmSync(path.join(postgres, "pg_wal"), { recursive: true }),
    "one table is garbage": (postgres) => fill(largestTable(path.join(postgres, "base/5"))),
    "every table is garbage": (postgres) => filesUnder(path.join(postgres, "base")).forEach(fill),
  };
  oneOfEach(Object.keys(damages))("%s", async (name) => {
    const settings = await databaseOfTest("embedded");
    const folder = settings["DATA_DIR"] ?? expect.fail();
    damages[name]?.(path.join(folder, "postgres"));
    const before = fingerprintOf(folder);

    expect(await refusalOf(settings)).toMatch(/is damaged and was left as it is/);
    expect(fingerprintOf(folder)).toEqual(before);
  });
});

/** A server that takes connections and says nothing. */
async function silentPort(): Promise<number> {
  const silent = createServer((socket) => socket.on("error", () => undefined)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  return (silent.address() as AddressInfo).port;
}

describe("an unreachable database ends the start with its address, without its password:", () => {
  const places: Record<string, () => Promise<string>> = {
    "a port that refuses": async () => `127.0.0.1:${await freePort()}/theatre`,
    "a host that does not exist": async () => "nowhere.invalid:5432/theatre",
    "a port that says nothing": async () => `127.0.0.1:${await silentPort()}/theatre`,
  };
  oneOfEach(Object.keys(places))("%s", async (name) => {
    const address = await places[name]?.();

    const refusal = await refusalOf({ DATABASE_URL: `postgresql://someone:hunter2@${address}` });

    expect(refusal).toContain(`The database at ${address} can't be reached`);
    expect(refusal).not.toContain("hunter2");
  });

  test.skipIf(serverUrl === null)("a database that the server lacks, sooner than one that may still come", async () => {
    const url = new URL(databaseUrl(serverUrl ?? "", "nothing_here"));
    url.password = "hunter2";
    const waiting = refusalOf({ DATABASE_URL: `postgresql://127.0.0.1:${await freePort()}/theatre` });

    const first = await Promise.race([refusalOf({ DATABASE_URL: url.href }), waiting]);
    await waiting;

    expect(first).toContain('database "nothing_here" does not exist');
    expect(first).not.toContain("hunter2");
  });
});

test(
  "with FAST_PATH=off and COUNT_JOURNAL=off there is no journal, and counts stay exact",
  { tags: ["full"] },
  async () => {
    const settings = await databaseOfTest("embedded");

    await served({ ...settings, FAST_PATH: "off", COUNT_JOURNAL: "off" }, async ({ get, infrastructure }) => {
      expect(infrastructure.database.journal).toBeUndefined();
      const { statuses, remaining } = await burst(150, () => get("/api/shows"));
      expect([statuses, remaining]).toEqual([{ 200: 100, 429: 50 }, countdown(99, 100)]);
    });
  },
);

describe("npm start", () => {
  // Builds first, so that only the start is waited for.
  beforeAll(() => {
    buildPages();
    bundle("server", "server.ts");
  });

  test("says in one message, without a stack trace, what is wrong with arguments (code 2) and settings (code 1)", async () => {
    const settings = { ...local, DATA_DIR: folderOfTest(), GITHUB_ID: "hunter2hunter2", ADMIN_PASSWORD: "hunter2" };

    // npm passes on only the value when `--` was forgotten.
    const given = await startProgram("server", settings, "4000").ended;
    const set = await startProgram("server", { ...settings, SEED: "eastend" }).ended;

    expect([given.code, given.output]).toEqual([2, expect.stringContaining("was given: 4000\n")]);
    expect(given.output).toContain("PORT=4000 before the command");
    expect(set.code).toBe(1);
    for (const name of ["SEED", "GITHUB_SECRET", "ADMIN_PASSWORD"])
      expect(set.output).toMatch(new RegExp(`^  ${name} must`, "m"));
    expect(set.output).not.toMatch(/hunter2|eastend|\bat .+:\d+:\d+/);
    expect(existsSync(settings.DATA_DIR)).toBe(false);
  });

  test("names the port that is taken", { tags: ["full"] }, async () => {
    const settings = await databaseOfTest("embedded");
    const PORT = String(await silentPort());

    const { code, output } = await startProgram("server", { ...settings, ...local, PORT }).ended;

    expect([code, output]).toEqual([1, expect.stringContaining(`PORT ${PORT}`)]);
    expect(output).toContain("EADDRINUSE");
  });

  test.each([
    ["while the database is created", "postgres/base"],
    ["while the dataset is loaded", null],
  ])("completes a first start that was killed %s", { tags: ["full"] }, async (_name, file) => {
    const folder = folderOfTest();
    const killed = startProgram("server", { ...local, DATA_DIR: folder });
    if (file === null) await killed.says(/Loading the West End dataset/);
    else await vi.waitUntil(() => existsSync(path.join(folder, file)), { timeout: 60_000, interval: 5 });
    killed.kill("SIGKILL");
    await killed.ended;

    const { url } = await startServer({ DATA_DIR: folder });

    const castMembers = (await (await fetch(`${url}/api/cast-members`)).json()) as unknown[];
    expect(castMembers).toHaveLength(readDataset(process.cwd())["cast_members"]?.length ?? expect.fail());
  });

  test(
    "answers reads while a first start builds the pages, and ends the build when it is stopped",
    { tags: ["full"] },
    async () => {
      const copy = new TreeCopy("first-start");
      onTestFinished(() => copy.remove());
      const server = startProgramIn(copy.folder, "server", local);
      const url = await server.says(/(?<=served on )http:\S+/);
      const lock = path.join(copy.folder, ".build/stamps/pages.lock");
      const patience = { timeout: 60_000, interval: 20 };
      await vi.waitUntil(() => existsSync(lock), patience);

      expect((await fetch(`${url}/api/shows`)).status).toBe(200);
      expect((await fetch(url)).status).toBe(503);
      server.kill("SIGTERM");

      expect(await server.ended).toMatchObject({ code: 0 });
      const builder = Number(readFileSync(lock, "utf8"));
      await vi.waitFor(() => expect(() => process.kill(builder, 0)).toThrow("ESRCH"), patience);
    },
  );
});

function fill(file: string): void {
  writeFileSync(file, Buffer.alloc(Math.max(8192, statSync(file).size), 0xa5));
}

function largestTable(folder: string): string {
  // PostgreSQL numbers its own files below 16384.
  const tables = filesUnder(folder).filter((file) => Number(path.basename(file)) >= 16_384);
  return tables.sort((one, other) => statSync(other).size - statSync(one).size)[0] ?? expect.fail();
}

function fingerprintOf(folder: string): Record<string, string> {
  const hash = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");
  return Object.fromEntries(filesUnder(folder).map((file) => [file, hash(file)]));
}

function filesUnder(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.flatMap((entry) => (entry.isFile() ? path.join(entry.parentPath, entry.name) : [])).sort();
}
