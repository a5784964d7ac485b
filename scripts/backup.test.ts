import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { hashPassword } from "../lib/accounts/sign-in/password.ts";
import { developer } from "../test/developer.ts";
import { addApp, addPasskey } from "../test/factors.ts";
import { unknownSource } from "../lib/accounts/security-log/source.ts";
import { makeBackup, withEmbeddedDatabase } from "../lib/db/embedded/backups.ts";
import { deleteAccount } from "../lib/accounts/queries.ts";
import { allowReset } from "../lib/accounts/link-queries.ts";
import { localAddress, lockFolder } from "../lib/db/embedded/folder-lock.ts";
import { createKey } from "../lib/keys/queries.ts";
import { newFolderPath, createTestDatabase } from "../test/databases.ts";
import { oneOfEach } from "../test/one-of-each.ts";
import { removeBundle, startInstance, type Instance } from "../test/processes.ts";
import { startProgram, type ProgramResult } from "../test/program.ts";
import { serveFrom, type TestService } from "../test/service.ts";
import { signedInAccount } from "../test/signed-in.ts";
import { staffClient } from "../test/staff-client.ts";
import { until } from "../test/until.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(removeBundle);

const run = (name: string, settings: Record<string, string>, ...flags: string[]): Promise<ProgramResult> =>
  startProgram(name, { NODE_ENV: "test", ...settings }, ...flags).ended;

async function createDatabaseFolder(): Promise<{ settings: Record<string, string>; folder: string }> {
  const { settings, remove } = await createTestDatabase("embedded");
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

test("a backup made during requests contains every request counted before it, and no request is refused", async () => {
  const { settings, folder } = await createDatabaseFolder();
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
  const restored = await createDatabaseFolder();
  await run("restore", restored.settings, "--backup", path.join(folder, "backups", name), "--yes");
  const service = await serveFrom({ ...restored.settings, PUBLIC_DAILY_LIMIT: "1000000" });
  ends.push(() => service.close());
  const quota = (await (await service.get("/api/quota")).json()) as { remaining: number };
  const counted = 1_000_000 - quota.remaining;
  expect(counted).toBeGreaterThanOrEqual(before);
  expect(counted).toBeLessThanOrEqual(asked);
}, 120_000);

test("a program that follows the updates starts over after a restore", { tags: ["full"] }, async () => {
  const { settings, folder } = await createDatabaseFolder();
  await makeBackup(folder);
  const before = await serveFrom(settings);
  await (await staffClient(before)).send("POST", "people", { name: "Lost With The Restore" });
  const [{ last_change: last } = { last_change: 0 }] = await before.infrastructure.database.query<{
    last_change: number;
  }>("SELECT last_change::int FROM versions WHERE name = 'data'", []);
  await before.close();

  await run("restore", settings, "--backup", "latest", "--yes");

  const after = await serveFrom(settings);
  ends.push(() => after.close());
  expect((await after.get(`/api/updates?afterChangeNumber=${last}`)).status).toBe(410);
  expect((await after.get("/api/updates")).status).toBe(200);
});

test("the three newest backups are kept, readable only by their owner", { tags: ["full"] }, async () => {
  const { folder } = await createDatabaseFolder();
  const made: string[] = [];
  for (let time = 0; time < 4; time += 1) made.push((await makeBackup(folder)).name);

  expect(backupsIn(folder)).toEqual(made.slice(1));
  const backup = path.join(folder, "backups", made[3] ?? "");
  const all = ["", ...readdirSync(backup, { recursive: true, encoding: "utf8" })];
  expect(all.filter((file) => (statSync(path.join(backup, file)).mode & 0o077) !== 0)).toEqual([]);
});

describe("the rest of an unfinished backup", { tags: ["full"] }, () => {
  test("that was killed is removed by the next backup", async () => {
    const { settings, folder } = await createDatabaseFolder();
    const killed = startProgram("backup", settings);
    await until("it has begun", () => backupsIn(folder).some((name) => name.endsWith(".part")));
    killed.kill("SIGKILL");
    await killed.ended;
    expect(backupsIn(folder)).toEqual([expect.stringMatching(/\.part$/)]);

    const { name } = await makeBackup(folder);

    expect(backupsIn(folder)).toEqual([name]);
  });

  test.each(["SIGTERM", "SIGINT"] as const)("that got a %s is removed at once", async (signal) => {
    const { settings, folder } = await createDatabaseFolder();
    const stopped = startProgram("backup", settings);
    await until("it has begun", () => backupsIn(folder).some((name) => name.endsWith(".part")));

    stopped.kill(signal);
    const { code } = await stopped.ended;

    expect([code, backupsIn(folder)]).toEqual([null, []]);
  });

  test("whose requesting process was killed is removed when the service's copy ends", async () => {
    const { settings, folder } = await createDatabaseFolder();
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
    // The next request is answered after it.
    const { name } = await makeBackup(folder);
    expect(backupsIn(folder)).toEqual([name]);
  });

  test("that another process still makes stays", async () => {
    const { folder } = await createDatabaseFolder();
    const part = path.join(folder, "backups", "other.part");
    mkdirSync(part, { recursive: true });
    const other = await lockFolder(path.join(folder, "backups"));
    ends.push(() => other.release());

    await expect(makeBackup(folder)).rejects.toThrow("Another backup is in progress");
    expect(existsSync(part)).toBe(true);
  });
});

describe("a restore", () => {
  async function served(settings: Record<string, string>): Promise<TestService> {
    const service = await serveFrom(settings);
    ends.push(() => service.close());
    return service;
  }
  const bearer = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } });
  const status = async (service: TestService, secret: string) =>
    (await service.get("/api/quota", bearer(secret))).status;
  const tier = async (service: TestService, cookie: string) =>
    ((await (await service.get("/api/quota", { headers: { cookie } })).json()) as { tier: string }).tier;
  const keyOf = ({ infrastructure: { database } }: TestService, email: string) =>
    createKey(database.prisma, { email, name: "a key", expiresAt: null, dailyLimit: null });

  test("revives no revoked key, session, reset link or deleted account, no old role, block or password, and no used quota", async () => {
    const { settings, folder } = await createDatabaseFolder();
    const before = await serveFrom(settings);
    const { prisma } = before.infrastructure.database;
    const [demoted, blocked, renewed, deleted, kept] = await Promise.all(
      (["admin", "editor", "developer", "developer", "developer"] as const).map((role) =>
        signedInAccount(before, role),
      ),
    );
    if (!demoted || !blocked || !renewed || !deleted || !kept) throw new Error("There are five.");
    const [oldPassword, newPassword] = [
      await hashPassword("an old password", "test"),
      await hashPassword("a new password", "test"),
    ];
    const mailed = { SMTP_URL: "smtp://localhost", NEXTAUTH_URL: "http://localhost", PORT: 3000 };
    const mailing = { ...before.infrastructure, settings: mailed };
    const revoked = await keyOf(before, kept.email);
    const working = await keyOf(before, kept.email);
    const orphan = await keyOf(before, deleted.email);
    await prisma.account.update({ where: { id: renewed.id }, data: { password: oldPassword } });
    await prisma.identity.create({ data: { provider: "github", subject: "1", account_id: kept.id, verified: true } });
    await allowReset(prisma, kept.id, { accountId: demoted.id, source: unknownSource, mailing }, Date.now());
    await makeBackup(folder);
    for (let time = 0; time < 3; time += 1) await before.get("/api/shows");
    await prisma.account.update({ where: { id: demoted.id }, data: { role: "developer" } });
    await prisma.account.update({ where: { id: blocked.id }, data: { blocked: true } });
    await prisma.account.update({ where: { id: renewed.id }, data: { password: newPassword } });
    await prisma.identity.deleteMany({ where: { account_id: kept.id } });
    await prisma.apiKey.update({ where: { id: revoked.id }, data: { revoked_at: new Date(), found_at: new Date() } });
    await deleteAccount(prisma, deleted.id);
    const { email: younger } = await signedInAccount(before, "developer");
    await keyOf(before, younger);
    await before.close();

    const told = await run("restore", settings, "--backup", "latest");
    const done = await run("restore", settings, "--backup", "latest", "--yes");

    expect([told.code, done.code]).toEqual([0, 0]);
    for (const { output } of [told, done]) {
      expect(output).toContain(`Accounts that were deleted since stay deleted: ${deleted.email}.`);
      for (const { email } of [demoted, blocked, renewed])
        expect(output).toMatch(new RegExp(`keep their present role, block and password: .*${email}`));
      expect(output).toContain("Keys that stay revoked: 1. Everyone is signed out.");
      expect(output).toContain("newer than the backup: 1 accounts, 1 keys");
    }
    expect(readdirSync(folder).filter((name) => /incoming|opened-by-restore/.test(name))).toEqual([]);
    const after = await served(settings);
    const now = after.infrastructure.database.prisma;
    const counted = await now.dailyUsage.findMany({ where: { subject: { startsWith: "ip:" } } });
    expect(counted.map(({ allowed }) => allowed)).toEqual([3]);
    expect(await Promise.all([revoked, orphan, working].map(({ secret }) => status(after, secret)))).toEqual([
      401, 401, 200,
    ]);
    expect(await tier(after, kept.cookie)).toBe("public");
    const account = (id: string) =>
      now.account.findUnique({ where: { id }, select: { role: true, blocked: true, password: true } });
    expect(await Promise.all([demoted, blocked, renewed, deleted].map(({ id }) => account(id)))).toEqual([
      { role: "developer", blocked: false, password: null },
      { role: "editor", blocked: true, password: null },
      { role: "developer", blocked: false, password: newPassword },
      null,
    ]);
    expect([await now.identity.count(), await now.passwordLink.count(), await now.letter.count()]).toEqual([0, 0, 0]);
    expect(await now.apiKey.findUnique({ where: { id: revoked.id } })).toMatchObject({ found_at: expect.any(Date) });
  }, 120_000);

  oneOfEach(["this version", "an older version, without their tables"] as const)(
    "from a backup of %s revives no removed factor and no used code, and keeps those of today",
    async (version) => {
      const isOld = version !== "this version";
      const { settings, folder } = await createDatabaseFolder();
      const before = await serveFrom(settings);
      const { prisma } = before.infrastructure.database;
      const [removed, kept] = [await developer(before), await developer(before)];
      await addApp(removed, Date.now());
      const { id } = await addPasskey(removed, before.url);
      await addApp(kept, Date.now());
      await before.infrastructure.database.query("UPDATE authenticator_apps SET last_step = 1", []);
      await makeBackup(folder);
      await removed.ask("DELETE", "/account/second-factors/totp");
      await removed.ask("DELETE", `/account/second-factors/passkeys/${id}`);
      const [used] = await prisma.recoveryCode.findMany({ where: { account_id: kept.id }, take: 1 });
      await prisma.recoveryCode.deleteMany({ where: { hash: used?.hash ?? "" } });
      await prisma.authenticatorApp.updateMany({ where: { account_id: kept.id }, data: { last_step: 7 } });
      await addPasskey(kept, before.url);
      await before.close();
      if (isOld) {
        const [name = ""] = backupsIn(folder);
        await withEmbeddedDatabase(path.join(folder, "backups", name, "postgres"), async (pglite) => {
          await pglite.exec(`DROP TABLE authenticator_apps, passkeys, recovery_codes, passkey_challenges;
          DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_second_factors'`);
        });
      }

      const done = await run("restore", settings, "--backup", "latest", "--yes");

      expect([done.code, done.output]).toEqual([0, expect.stringContaining("Second factors and recovery codes stay")]);
      const after = await served(settings);
      const now = after.infrastructure.database.prisma;
      expect(await now.authenticatorApp.findMany({ select: { account_id: true, last_step: true } })).toEqual([
        { account_id: kept.id, last_step: 7 },
      ]);
      expect(await now.passkey.findMany()).toMatchObject([{ account_id: kept.id, transports: ["internal"] }]);
      const codes = await now.recoveryCode.findMany();
      expect([codes.length, codes.filter(({ hash }) => hash === used?.hash)]).toEqual([9, []]);
    },
    120_000,
  );

  oneOfEach([
    { there: "no database", why: "there is no database" },
    { there: "another database", why: "is not a later state of the backup" },
    { there: "a broken database", why: "can't be read" },
  ])(
    "when $there can't say who lost access since, asks before it lets them in",
    async ({ there, why }) => {
      const { settings, folder } = await createDatabaseFolder();
      const before = await serveFrom(settings);
      const staff = await signedInAccount(before, "editor");
      const key = await keyOf(before, staff.email);
      await makeBackup(folder);
      await before.close();
      const backup = path.join(folder, "backups", backupsIn(folder)[0] ?? "");
      const place = await createDatabaseFolder();
      if (there === "another database") {
        const other = await serveFrom(place.settings);
        await signedInAccount(other, "developer");
        await other.close();
      } else rmSync(path.join(place.folder, "postgres", "global"), { recursive: true });
      if (there === "no database") rmSync(path.join(place.folder, "postgres"), { recursive: true });

      const refused = await run("restore", place.settings, "--backup", backup, "--yes");
      const untouched = backupsIn(place.folder);
      const done = await run("restore", place.settings, "--backup", backup, "--yes", "--accept-old-access");

      expect([refused.code, done.code, untouched]).toEqual([1, 0, []]);
      expect(refused.output).toContain(why);
      expect(refused.output).toMatch(new RegExp(`Staff: .*${staff.email} \\(editor\\)`));
      expect(refused.output).toContain("--accept-old-access");
      const after = await served(place.settings);
      expect([await status(after, key.secret), await tier(after, staff.cookie)]).toEqual([200, "public"]);
    },
    120_000,
  );
});

test("a restore brings the backup's data, and keeps the replaced database", { tags: ["full"] }, async () => {
  const { settings, folder } = await createDatabaseFolder();
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
  expect(told.output).toMatch(/Replaced by: backup \S+, made at \S+: 259 shows, 319 productions/);
  expect(untouched).toEqual(before);
  expect(restored).toContain("Before the backup");
  expect(restored).not.toContain("After the backup");
  const aside = /kept in (\S+)/.exec(done.output)?.[1] ?? "";
  expect(path.dirname(aside)).toBe(folder);
  expect(readdirSync(aside)).toContain("PG_VERSION");
});

test(
  "a restore refuses a folder that a running service holds, and leaves it unchanged",
  { tags: ["full"] },
  async () => {
    const { settings, folder } = await createDatabaseFolder();
    await makeBackup(folder);
    const running = await instance(settings);
    const before = readdirSync(folder).sort();

    const told = await run("restore", settings, "--backup", "latest");
    const { code, output } = await run("restore", settings, "--backup", "latest", "--yes");

    expect([told.code, told.output]).toEqual([0, expect.stringContaining("can't be determined now")]);
    expect(code).toBe(1);
    expect(output).toMatch(/is in use by process \d+/);
    expect(readdirSync(folder).sort()).toEqual(before);
    expect((await running.get("/api/shows")).status).toBe(200);
  },
);

test("a damaged database gives no backup, and older backups stay", { tags: ["full"] }, async () => {
  const { settings, folder } = await createDatabaseFolder();
  await makeBackup(folder);
  const before = backupsIn(folder);
  const table = path.join(folder, "postgres", "base");
  for (const file of readdirSync(table, { recursive: true, encoding: "utf8" }).filter((one) => /\/\d+$/.test(one)))
    if (statSync(path.join(table, file)).size > 65_536) writeFileSync(path.join(table, file), "rubbish");

  const { code, output } = await run("backup", settings);

  expect([code, output]).toEqual([1, expect.stringContaining("The copy can't be opened and was deleted")]);
  expect(backupsIn(folder)).toEqual(before);
});

test("the service copies only into an empty folder among its backups", async () => {
  const { settings, folder } = await createDatabaseFolder();
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

describe("an impossible command explains why", () => {
  test("backup, where there is no database", async () => {
    const { folder, remove } = newFolderPath();
    ends.push(remove);

    const { code, output } = await run("backup", { DATA_DIR: folder });

    expect([code, output]).toEqual([1, expect.stringContaining("There is no embedded database in")]);
    expect(existsSync(folder)).toBe(false);
  });

  test.each([
    ["backup", [], "pg_dump --format=custom"],
    ["restore", ["--backup", "latest"], "pg_restore --no-owner"],
  ])("%s of a PostgreSQL database names the server's own tool", async (name, flags, command) => {
    const settings = { DATABASE_URL: "postgresql://me:secret@127.0.0.1:1/theatre" };

    const { code, output } = await run(name, settings, ...flags);

    expect([code, output]).toEqual([1, expect.stringContaining(command)]);
    expect(output).not.toContain("secret");
  });

  test.each([
    ["backup", ["--to", "elsewhere"], "npm run backup takes no arguments, and was given: --to elsewhere"],
    ["backup", ["now"], "takes no arguments"],
    ["restore", [], "There is no such backup. "],
    ["restore", ["--backup", "yesterday"], "There is no such backup. "],
    ["restore", ["--backup"], "argument missing"],
    ["restore", ["latest"], "Unexpected argument 'latest'"],
  ])("%s rejects %j with code 2", async (name, flags, message) => {
    const { folder, remove } = newFolderPath();
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
