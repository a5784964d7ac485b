import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import path from "node:path";
import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { buildPages, bundle } from "../../scripts/build.mjs";
import { freePort } from "../../scripts/services.mjs";
import { readDataset } from "../../prisma/seed/dataset.ts";
import { freezingProxy } from "../testing/freezing-proxy.ts";
import { emptyFolder, freshHome } from "../testing/homes.ts";
import { startProgram, startProgramAs, startServer } from "../testing/program.ts";
import { databaseUrl } from "../testing/templates.ts";
import { witness } from "../testing/witness.ts";

const serverUrl = inject("postgresUrl");
const signIn = { NEXTAUTH_SECRET: "a secret of the test", NEXTAUTH_URL: "http://localhost:3000" };

// So that what is measured is the start, not the build before the first.
beforeAll(() => {
  buildPages();
  bundle("server", "server.ts");
});

function refusedStart(settings: Record<string, string>) {
  return startProgram("server", { PORT: "0", HOST: "127.0.0.1", ...settings }).ended;
}

/** Whom permissions hold for: us, or for root, whom none hold for, nobody. */
const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

function mayRead(user: typeof somebody): boolean {
  return spawnSync("test", ["-r", path.resolve("package.json")], { ...user }).status === 0;
}

describe("what prevents a start is said, with exit code 1", () => {
  test("bad settings: all of them in one message, without their values", async () => {
    const { code, output } = await refusedStart({
      PORT: "seventy",
      SEED: "eastend",
      GITHUB_ID: "hunter2hunter2",
      ADMIN_PASSWORD: "hunter2",
    });

    expect(code).toBe(1);
    for (const name of ["PORT", "SEED", "GITHUB_SECRET", "ADMIN_PASSWORD"])
      expect(output).toMatch(new RegExp(`^  ${name} must`, "m"));
    expect(output).not.toMatch(/hunter2|eastend|seventy|\bat /);
  });

  test("a port that is taken", async () => {
    const { folder, remove } = emptyFolder();
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const port = String((holder.address() as { port: number }).port);

    const { code, output } = await refusedStart({ PORT: port, DATA_DIR: folder, SEED: "none" });

    expect([code, output]).toEqual([1, expect.stringContaining(`PORT ${port}`)]);
    expect(output).toContain("EADDRINUSE");
    holder.close();
    remove();
  });

  test("a DATA_DIR that is a file", async () => {
    const { folder, remove } = emptyFolder();
    writeFileSync(folder, "a file");

    const { code, output } = await refusedStart({ DATA_DIR: folder });

    expect([code, output]).toEqual([1, expect.stringMatching(/DATA_DIR .* can't be written/)]);
    expect(readFileSync(folder, "utf8")).toBe("a file");
    remove();
  });

  test("a DATA_DIR below a file", async () => {
    const { folder, remove } = emptyFolder();
    writeFileSync(folder, "a file");

    const { code, output } = await refusedStart({ DATA_DIR: path.join(folder, "data") });

    expect([code, output]).toEqual([1, expect.stringMatching(/DATA_DIR .* can't be written/)]);
    remove();
  });

  test.skipIf(!mayRead(somebody))("a DATA_DIR that this user may not write", async () => {
    const { folder, remove } = emptyFolder();
    chmodSync(path.dirname(folder), 0o755);
    mkdirSync(folder, { mode: 0o555 });

    const settings = { PORT: "0", HOST: "127.0.0.1", DATA_DIR: folder };
    const { code, output } = await startProgramAs(somebody, "server", settings).ended;

    expect([code, output]).toEqual([1, expect.stringMatching(/DATA_DIR .* can't be written/)]);
    remove();
  });
});

describe("a database that can't be reached ends the start within ten seconds, without its password", () => {
  const places: Record<string, () => Promise<string>> = {
    "a port that refuses": async () => `127.0.0.1:${await freePort()}/theatre`,
    "a host that does not exist": async () => "nowhere.invalid:5432/theatre",
    "a port that says nothing": async () => {
      const proxy = await freezingProxy(null);
      onTestFinished(() => proxy.close());
      return `127.0.0.1:${proxy.port}/theatre`;
    },
  };

  test.each(Object.entries(places))("%s", async (_name, place) => {
    const address = await place();

    const { code, output, seconds } = await refusedStart({
      ...signIn,
      DATABASE_URL: `postgresql://someone:hunter2@${address}`,
    });

    expect([code, output]).toEqual([1, expect.stringContaining(`The database at ${address} can't be reached`)]);
    expect(output).toContain("DATABASE_URL");
    expect(output).not.toMatch(/hunter2|\bat .+:\d+:\d+/);
    expect(seconds).toBeLessThan(10);
  });

  test.skipIf(serverUrl === null)("a database that the server does not have", async () => {
    const url = new URL(databaseUrl(serverUrl ?? "", "nothing_here"));
    url.password = "hunter2";

    const { code, output, seconds } = await refusedStart({ ...signIn, DATABASE_URL: url.href });

    expect([code, output]).toEqual([1, expect.stringContaining('database "nothing_here" does not exist')]);
    expect(output).not.toContain("hunter2");
    expect(seconds).toBeLessThan(5);
  });
});

describe("a damaged DATA_DIR is said so and left exactly as it is", () => {
  const damages: Record<string, (postgres: string) => void> = {
    "PG_VERSION is missing": (postgres) => rmSync(path.join(postgres, "PG_VERSION")),
    "PG_VERSION is garbage": (postgres) => writeFileSync(path.join(postgres, "PG_VERSION"), "garbage"),
    "pg_control is cut short": (postgres) => truncateSync(path.join(postgres, "global/pg_control"), 100),
    "pg_control is garbage": (postgres) =>
      writeFileSync(path.join(postgres, "global/pg_control"), Buffer.alloc(8192, 0xa5)),
    "base/ is missing": (postgres) => rmSync(path.join(postgres, "base"), { recursive: true }),
    "global/ is missing": (postgres) => rmSync(path.join(postgres, "global"), { recursive: true }),
    "the write-ahead log is missing": (postgres) => rmSync(path.join(postgres, "pg_wal"), { recursive: true }),
    "every table is garbage": (postgres) => fillWithGarbage(path.join(postgres, "base")),
    "one table is garbage": (postgres) => fillWithGarbage(path.join(postgres, "base/5"), true),
    "the database is missing": (postgres) => rmSync(postgres, { recursive: true }),
  };

  test.each(Object.entries(damages))("%s", async (_name, damage) => {
    const home = await freshHome("embedded");
    const folder = home.settings["DATA_DIR"] ?? "";
    damage(path.join(folder, "postgres"));
    const before = fingerprintOf(folder);

    const { code, output } = await refusedStart({ DATA_DIR: folder });

    expect([code, output]).toEqual([1, expect.stringMatching(/is damaged and was left as it is/)]);
    expect(fingerprintOf(folder)).toEqual(before);
    await home.remove();
  });
});

test("a second process on one DATA_DIR stops within two seconds and names the first", async () => {
  const seen = witness("a second process on one `DATA_DIR`: what clients of the first see");
  const home = await freshHome("embedded");
  const first = await startServer(home.settings);

  const { code, output, seconds } = await refusedStart(home.settings);

  expect([code, output]).toEqual([1, expect.stringContaining(`in use by process ${first.pid}`)]);
  expect(seconds).toBeLessThan(2);
  expect((await seen.see(() => fetch(`${first.url}/api/shows`))).status).toBe(200);
  first.kill("SIGKILL");
  await first.ended;
  await home.remove();
});

describe("a first start that was killed starts again complete", () => {
  test.each([
    [
      "while the database is made",
      async (folder: string) =>
        vi.waitUntil(() => existsSync(path.join(folder, "postgres", "base")), { timeout: 20_000, interval: 5 }),
    ],
    ["while the dataset is loaded", null],
  ])("%s", async (_name, moment) => {
    const { folder, remove } = emptyFolder();
    const killed = startProgram("server", { PORT: "0", DATA_DIR: folder });
    if (moment) await moment(folder);
    else await killed.says(/Loading the West End dataset/);
    killed.kill("SIGKILL");
    await killed.ended;

    const server = await startServer({ DATA_DIR: folder });

    const castMembers = (await (await fetch(`${server.url}/api/cast-members`)).json()) as unknown[];
    expect(castMembers).toHaveLength(readDataset(process.cwd()).cast_members.length);
    server.kill("SIGKILL");
    await server.ended;
    remove();
  });
});

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
