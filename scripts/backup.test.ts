import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { makeBackup } from "../lib/db/backups.ts";
import { localAddress, lockFolder } from "../lib/db/folder-lock.ts";
import { emptyFolder, freshHome } from "../lib/testing/homes.ts";
import { removeBundle, startInstance, type Instance } from "../lib/testing/processes.ts";
import { startProgram, type Ending } from "../lib/testing/program.ts";
import { serveFrom } from "../lib/testing/service.ts";
import { staffClient } from "../lib/testing/staff-client.ts";
import { until } from "../lib/testing/until.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(removeBundle);

const run = (name: string, settings: Record<string, string>, ...flags: string[]): Promise<Ending> =>
  startProgram(name, { NODE_ENV: "test", ...settings }, ...flags).ended;

async function home(): Promise<{ settings: Record<string, string>; folder: string }> {
  const { settings, remove } = await freshHome("embedded");
  ends.push(remove);
  return { settings, folder: settings["DATA_DIR"] ?? "" };
}

async function instance(settings: Record<string, string>): Promise<Instance> {
  const started = await startInstance({ ...settings, PUBLIC_DAILY_LIMIT: "1000000" });
  ends.push(() => started.stop());
  return started;
}

const backupsIn = (folder: string) => {
  const backups = path.join(folder, "backups");
  return existsSync(backups) ? readdirSync(backups).sort() : [];
};

async function showsOf(settings: Record<string, string>): Promise<string[]> {
  const service = await serveFrom(settings);
  const shows = (await (await service.get("/api/shows")).json()) as { name: string }[];
  await service.close();
  return shows.map(({ name }) => name);
}

test("a backup made while the service answers has every request that was counted before, and nobody is refused", async () => {
  const { settings, folder } = await home();
  const running = await instance(settings);
  let isOver = false;
  const statuses = new Set<number>();
  let asked = 0;
  const load = async () => {
    while (!isOver) {
      const response = await running.get("/api/shows");
      await response.arrayBuffer();
      statuses.add(response.status);
      asked += 1;
    }
  };
  const clients = [load(), load()];
  while (asked < 20) await running.get("/api/health/ready");
  const before = asked;

  const { code, output } = await run("backup", settings);
  isOver = true;
  await Promise.all(clients);

  expect([code, output]).toEqual([0, expect.stringContaining("The backup was opened and read")]);
  expect([...statuses]).toEqual([200]);
  const [name = ""] = backupsIn(folder);
  const restored = await home();
  await run("restore", restored.settings, "--backup", path.join(folder, "backups", name), "--yes");
  const service = await serveFrom({ ...restored.settings, PUBLIC_DAILY_LIMIT: "1000000" });
  ends.push(() => service.close());
  const quota = (await (await service.get("/api/quota")).json()) as { remaining: number };
  const counted = 1_000_000 - quota.remaining;
  expect(counted).toBeGreaterThanOrEqual(before);
  expect(counted).toBeLessThanOrEqual(asked);
}, 120_000);

test("three backups are kept, the youngest, and nobody but the owner may read them", async () => {
  const { folder } = await home();
  const made: string[] = [];
  for (let time = 0; time < 4; time += 1) made.push((await makeBackup(folder)).name);

  expect(backupsIn(folder)).toEqual(made.slice(1));
  const backup = path.join(folder, "backups", made[3] ?? "");
  const all = ["", ...readdirSync(backup, { recursive: true, encoding: "utf8" })];
  expect(all.filter((file) => (statSync(path.join(backup, file)).mode & 0o077) !== 0)).toEqual([]);
}, 120_000);

describe("what is left of a backup that was not made", () => {
  test("because it was killed goes with the next one", async () => {
    const { settings, folder } = await home();
    const killed = startProgram("backup", settings);
    await until("it has begun", () => backupsIn(folder).some((name) => name.endsWith(".part")));
    killed.kill("SIGKILL");
    await killed.ended;
    expect(backupsIn(folder)).toEqual([expect.stringMatching(/\.part$/)]);

    const { name } = await makeBackup(folder);

    expect(backupsIn(folder)).toEqual([name]);
  });

  test.each(["SIGTERM", "SIGINT"] as const)("because of a %s goes at once", async (signal) => {
    const { settings, folder } = await home();
    const stopped = startProgram("backup", settings);
    await until("it has begun", () => backupsIn(folder).some((name) => name.endsWith(".part")));

    stopped.kill(signal);
    const { code } = await stopped.ended;

    expect([code, backupsIn(folder)]).toEqual([null, []]);
  });

  test("because the process that asked the service for it was killed goes with the service's copy", async () => {
    const { settings, folder } = await home();
    await instance(settings);
    const part = path.join(folder, "backups", "killed.part");
    mkdirSync(part, { recursive: true });

    await new Promise<void>((resolve) => {
      const socket = connect(localAddress(folder, "copies"), () => {
        socket.write("killed.part\n", () => socket.destroy());
      });
      socket.on("close", () => resolve());
    });

    await until("it is gone", () => !existsSync(part));
    // The next one is answered after it.
    const { name } = await makeBackup(folder);
    expect(backupsIn(folder)).toEqual([name]);
  });

  test("yet, because another process is at it, stays", async () => {
    const { folder } = await home();
    const part = path.join(folder, "backups", "other.part");
    mkdirSync(part, { recursive: true });
    const other = await lockFolder(path.join(folder, "backups"));
    ends.push(() => other.release());

    await expect(makeBackup(folder)).rejects.toThrow("Another backup is being made");
    expect(existsSync(part)).toBe(true);
  });
});

test("a restored database is as it was, and what was there is kept aside", async () => {
  const { settings, folder } = await home();
  const service = await serveFrom(settings);
  const staff = await staffClient(service);
  await staff.send("POST", "shows", { name: "Before the backup", type: "play" });
  await makeBackup(folder);
  await staff.send("POST", "shows", { name: "After the backup", type: "play" });
  await service.close();
  const before = readdirSync(folder).sort();

  const told = await run("restore", settings, "--backup", "latest");
  const untouched = readdirSync(folder).sort();
  const done = await run("restore", settings, "--backup", "latest", "--yes");
  const restored = await showsOf(settings);

  expect([told.code, done.code]).toEqual([0, 0]);
  expect(told.output).toContain("Nothing was changed.");
  expect(told.output).toMatch(/comes the backup \S+, made at \S+: 89 shows, 125 productions/);
  expect(untouched).toEqual(before);
  expect(restored).toContain("Before the backup");
  expect(restored).not.toContain("After the backup");
  const aside = /kept in (\S+)/.exec(done.output)?.[1] ?? "";
  expect(path.dirname(aside)).toBe(folder);
  expect(readdirSync(aside)).toContain("PG_VERSION");
}, 120_000);

test("a folder that a service has is not restored into, and is left as it is", async () => {
  const { settings, folder } = await home();
  await makeBackup(folder);
  const running = await instance(settings);
  const before = readdirSync(folder).sort();

  const { code, output } = await run("restore", settings, "--backup", "latest", "--yes");

  expect(code).toBe(1);
  expect(output).toMatch(/is in use by process \d+/);
  expect(readdirSync(folder).sort()).toEqual(before);
  expect((await running.get("/api/shows")).status).toBe(200);
});

test("of a database that can't be read no backup is made, and those there are stay", async () => {
  const { settings, folder } = await home();
  await makeBackup(folder);
  const before = backupsIn(folder);
  const table = path.join(folder, "postgres", "base");
  for (const file of readdirSync(table, { recursive: true, encoding: "utf8" }).filter((one) => /\/\d+$/.test(one)))
    if (statSync(path.join(table, file)).size > 65_536) writeFileSync(path.join(table, file), "rubbish");

  const { code, output } = await run("backup", settings);

  expect([code, output]).toEqual([1, expect.stringContaining("The copy can't be opened, so it was thrown away")]);
  expect(backupsIn(folder)).toEqual(before);
});

test("the service copies only into an empty folder among its backups, whatever it is asked", async () => {
  const { settings, folder } = await home();
  await instance(settings);
  mkdirSync(path.join(folder, "backups", "filled.part"), { recursive: true });
  writeFileSync(path.join(folder, "backups", "filled.part", "mine"), "");
  mkdirSync(path.join(folder, "outside"));

  const answers = [];
  for (const line of ["filled.part", "missing.part", "../outside", "/tmp", "", "x".repeat(1_000)])
    answers.push(await ask(folder, `${line}\n`));

  expect(answers.filter((answer) => !answer.startsWith('{"error":'))).toEqual([]);
  expect(readdirSync(path.join(folder, "outside"))).toEqual([]);
  expect(readdirSync(path.join(folder, "backups", "filled.part"))).toEqual(["mine"]);
});

describe("what can't be done is said", () => {
  test("backup, where there is no database", async () => {
    const { folder, remove } = emptyFolder();
    ends.push(remove);

    const { code, output } = await run("backup", { DATA_DIR: folder });

    expect([code, output]).toEqual([1, expect.stringContaining("There is no embedded database in")]);
    expect(existsSync(folder)).toBe(false);
  });

  test.each([
    ["backup", [], "pg_dump --format=custom"],
    ["restore", ["--backup", "latest"], "pg_restore --no-owner"],
  ])("%s of a server's database is the server's own", async (name, flags, command) => {
    const settings = { DATABASE_URL: "postgresql://me:secret@127.0.0.1:1/theatre" };

    const { code, output } = await run(name, settings, ...flags);

    expect([code, output]).toEqual([1, expect.stringContaining(command)]);
    expect(output).not.toContain("secret");
  });

  test.each([
    ["backup", ["--to", "elsewhere"], "npm run backup takes no arguments, and was given: --to elsewhere"],
    ["backup", ["now"], "takes no arguments"],
    ["restore", [], "There is no such backup. In "],
    ["restore", ["--backup", "yesterday"], "There is no such backup. In "],
    ["restore", ["--backup"], "argument missing"],
    ["restore", ["latest"], "Unexpected argument 'latest'"],
  ])("%s %j is nonsense, with code 2", async (name, flags, message) => {
    const { folder, remove } = emptyFolder();
    ends.push(remove);

    const { code, output } = await run(name, { DATA_DIR: folder }, ...flags);

    expect([code, output]).toEqual([2, expect.stringContaining(message)]);
    expect(existsSync(folder)).toBe(false);
  });
});

function ask(folder: string, line: string): Promise<string> {
  return new Promise((resolve) => {
    let said = "";
    const socket = connect(localAddress(folder, "copies"), () => socket.write(line));
    socket.on("data", (text) => (said += String(text)));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(said));
  });
}
