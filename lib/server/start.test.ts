import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import path from "node:path";
import { beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { buildPages, bundle } from "../../scripts/build.mjs";
import { freePort } from "../../scripts/services.mjs";
import { corruptions, expectLeftUnchanged } from "../../test/corruptions.ts";
import { newFolderPath, createTestDatabase } from "../../test/databases.ts";
import { oneOfEach } from "../../test/one-of-each.ts";
import { startProgram, startProgramAs, startServer } from "../../test/program.ts";
import { databaseUrl } from "../../test/templates.ts";
import { recordFault } from "../../test/fault-recorder.ts";

const serverUrl = inject("postgresUrl");
const signIn = { NEXTAUTH_SECRET: "a secret of the test", NEXTAUTH_URL: "http://localhost:3000" };

// Builds first, so that only the start is measured.
beforeAll(() => {
  buildPages();
  bundle("server", "server.ts");
});

function refusedStart(settings: Record<string, string>) {
  return startProgram("server", { PORT: "0", HOST: "127.0.0.1", ...settings }).ended;
}

/** A user who is subject to file permissions: the current one, or `nobody` when the current one is root. */
const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

function mayRead(user: typeof somebody): boolean {
  return spawnSync("test", ["-r", path.resolve("package.json")], { ...user }).status === 0;
}

test.each([
  ["server", ["--port", "4000"], "npm start takes no arguments, and was given: --port 4000"],
  // npm passes on only the value when `--` was forgotten.
  ["server", ["4000"], "PORT=4000 before the command"],
  ["db-migrate", ["--dry-run"], "npm run db:migrate takes no arguments"],
])("%s with the arguments %j does nothing and exits with code 2", async (name, given, message) => {
  const { folder, remove } = newFolderPath();
  onTestFinished(remove);

  const { code, output } = await startProgram(name, { DATA_DIR: folder }, ...given).ended;

  expect([code, output]).toEqual([2, expect.stringContaining(message)]);
  expect(existsSync(folder)).toBe(false);
});

describe("a cause that prevents the start is printed, with exit code 1", () => {
  test("invalid settings, all in one message and without their values", async () => {
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
    const testDatabase = await createTestDatabase("embedded");
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const port = String((holder.address() as { port: number }).port);

    const { code, output } = await refusedStart({ ...testDatabase.settings, PORT: port });

    expect([code, output]).toEqual([1, expect.stringContaining(`PORT ${port}`)]);
    expect(output).toContain("EADDRINUSE");
    holder.close();
    await testDatabase.remove();
  });

  test("a DATA_DIR that is a file", async () => {
    const { folder, remove } = newFolderPath();
    writeFileSync(folder, "a file");

    const { code, output } = await refusedStart({ DATA_DIR: folder });

    expect([code, output]).toEqual([1, expect.stringMatching(/DATA_DIR .* can't be written/)]);
    expect(readFileSync(folder, "utf8")).toBe("a file");
    remove();
  });

  test("a DATA_DIR below a file", async () => {
    const { folder, remove } = newFolderPath();
    writeFileSync(folder, "a file");

    const { code, output } = await refusedStart({ DATA_DIR: path.join(folder, "data") });

    expect([code, output]).toEqual([1, expect.stringMatching(/DATA_DIR .* can't be written/)]);
    remove();
  });

  test.skipIf(!mayRead(somebody))("a DATA_DIR that this user may not write", async () => {
    const { folder, remove } = newFolderPath();
    chmodSync(path.dirname(folder), 0o755);
    mkdirSync(folder, { mode: 0o555 });

    const settings = { PORT: "0", HOST: "127.0.0.1", DATA_DIR: folder };
    const { code, output } = await startProgramAs(somebody, "server", settings).ended;

    expect([code, output]).toEqual([1, expect.stringMatching(/DATA_DIR .* can't be written/)]);
    remove();
  });
});

describe("an unreachable database ends the start quickly, with a message without its password", () => {
  const places = {
    "a port that refuses": async () => `127.0.0.1:${await freePort()}/theatre`,
    "a host that does not exist": async () => "nowhere.invalid:5432/theatre",
    "a port that says nothing": async () => {
      const silent = createServer((socket) => socket.on("error", () => undefined)).listen(0, "127.0.0.1");
      await once(silent, "listening");
      onTestFinished(() => void silent.close());
      return `127.0.0.1:${(silent.address() as AddressInfo).port}/theatre`;
    },
  };

  oneOfEach(Object.keys(places) as (keyof typeof places)[])("%s", async (name) => {
    const address = await places[name]();

    const { code, output } = await refusedStart({
      ...signIn,
      DATABASE_URL: `postgresql://someone:hunter2@${address}`,
    });

    expect([code, output]).toEqual([1, expect.stringContaining(`The database at ${address} can't be reached`)]);
    expect(output).toContain("DATABASE_URL");
    expect(output).not.toMatch(/hunter2|\bat .+:\d+:\d+/);
  });

  test.skipIf(serverUrl === null)(
    "a database that the server does not have, without waiting for it",
    { tags: ["full"] },
    async () => {
      const url = new URL(databaseUrl(serverUrl ?? "", "nothing_here"));
      url.password = "hunter2";
      const waiting = refusedStart({ ...signIn, DATABASE_URL: `postgresql://127.0.0.1:${await freePort()}/theatre` });

      const first = await Promise.race([refusedStart({ ...signIn, DATABASE_URL: url.href }), waiting]);
      await waiting;

      expect([first.code, first.output]).toEqual([
        1,
        expect.stringContaining('database "nothing_here" does not exist'),
      ]);
      expect(first.output).not.toContain("hunter2");
    },
  );
});

describe("a damaged DATA_DIR is said so and left exactly as it is", { tags: ["full"] }, () => {
  test.each(Object.entries(corruptions))("%s", (_name, damage) => expectLeftUnchanged(damage));
});

test("a second process on one DATA_DIR stops and names the first, which goes on serving", async () => {
  const seen = recordFault("a second process on one `DATA_DIR`: what clients of the first see");
  const testDatabase = await createTestDatabase("embedded");
  const first = await startServer(testDatabase.settings);

  const { code, output } = await refusedStart(testDatabase.settings);

  expect([code, output]).toEqual([1, expect.stringContaining(`in use by process ${first.pid}`)]);
  expect((await seen.see(() => fetch(`${first.url}/api/shows`))).status).toBe(200);
  first.kill("SIGKILL");
  await first.ended;
  await testDatabase.remove();
});
