import { unknownSource } from "../lib/core/client-address.ts";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hashPassword } from "../lib/accounts/sign-in/password.ts";
import { developer, withKey } from "../test/developer.ts";
import { addApp, addPasskey } from "../test/factors.ts";
import { makeBackup, withEmbeddedDatabase } from "../lib/db/embedded/backups.ts";
import { deleteAccount } from "../lib/accounts/account-queries.ts";
import { allowReset } from "../lib/accounts/link-queries.ts";
import { localAddress, lockFolder } from "../lib/db/embedded/folder-lock.ts";
import { createKey } from "../lib/accounts/keys/key-queries.ts";
import { databaseOfTest } from "../test/databases.ts";
import { runCommand, startProgram } from "../test/program.ts";
import { quotaOf, sameDay } from "../test/quota-helpers.ts";
import { served, type TestService } from "../test/service.ts";
import { signedInAccount, staffClient } from "../test/signed-in.ts";
import { until } from "../test/until.ts";
import { main as backup } from "./backup.ts";
import { main as restore } from "./restore.ts";

async function createHome() {
  const settings = await databaseOfTest("embedded");
  return { settings, folder: settings["DATA_DIR"] ?? expect.fail() };
}

const restoreLatest = (settings: Record<string, string>, ...flags: string[]) =>
  runCommand(restore, settings, ["--backup", "latest", ...flags]);

const backupsIn = (folder: string) => {
  const backups = path.join(folder, "backups");
  return existsSync(backups) ? readdirSync(backups).sort() : [];
};

test(
  "a backup made during requests contains every request counted before it, and no request is refused",
  { tags: ["full"] },
  async () => {
    const limit = 1_000_000;
    const isSameDay = sameDay();
    const { settings, folder } = await createHome();
    const [before, asked] = await served({ ...settings, PUBLIC_DAILY_LIMIT: String(limit) }, async ({ get }) => {
      let [isOver, sent, answered] = [false, 0, 0];
      const statuses = new Set<number>();
      const load = async () => {
        while (!isOver) {
          sent += 1;
          const response = await get("/api/shows");
          await response.arrayBuffer();
          statuses.add(response.status);
          answered += 1;
        }
      };
      const clients = [load(), load()];
      await until("some are answered", () => answered >= 20);
      const counted = answered;
      const made = await runCommand(backup, settings, []);
      isOver = true;
      await Promise.all(clients);
      expect(made).toEqual({ code: 0, output: expect.stringContaining("The service kept running") });
      expect([...statuses]).toEqual([200]);
      return [counted, sent];
    });

    const [name = expect.fail("There is no backup.")] = backupsIn(folder);
    const target = await createHome();
    const flags = ["--backup", path.join(folder, "backups", name), "--yes"];
    expect(await runCommand(restore, target.settings, flags)).toMatchObject({ code: 0 });
    await served({ ...target.settings, PUBLIC_DAILY_LIMIT: String(limit) }, async ({ get }) => {
      const { remaining } = quotaOf(await get("/api/quota"));
      if (!isSameDay()) return;
      expect(limit - remaining).toBeGreaterThanOrEqual(before);
      expect(limit - remaining).toBeLessThanOrEqual(asked);
    });
  },
);

test("the three newest backups are kept, readable only by their owner", { tags: ["full"] }, async () => {
  const { folder } = await createHome();
  const made: string[] = [];
  for (let time = 0; time < 4; time += 1) made.push((await makeBackup(folder)).name);

  expect(backupsIn(folder)).toEqual(made.slice(1));
  const newest = path.join(folder, "backups", made[3] ?? expect.fail());
  const all = ["", ...readdirSync(newest, { recursive: true, encoding: "utf8" })];
  expect(all.filter((file) => (statSync(path.join(newest, file)).mode & 0o077) !== 0)).toEqual([]);
});

test.each([
  ["SIGTERM", "at once"],
  ["SIGINT", "at once"],
  ["SIGKILL", "by the next backup"],
] as const)("the rest of a backup that got a %s is removed %s", { tags: ["full"] }, async (signal, when) => {
  const { settings, folder } = await createHome();
  const stopped = startProgram("backup", settings);
  await until("it has begun", () => backupsIn(folder).some((name) => name.endsWith(".part")));

  stopped.kill(signal);
  expect(await stopped.ended).toMatchObject({ code: null });

  expect(backupsIn(folder)).toEqual(when === "at once" ? [] : [expect.stringMatching(/\.part$/)]);
  const { name } = await makeBackup(folder);
  expect(backupsIn(folder)).toEqual([name]);
});

test("the rest of a backup that another process still makes stays", async () => {
  const { folder } = await createHome();
  const part = path.join(folder, "backups", "other.part");
  mkdirSync(part, { recursive: true });
  const other = await lockFolder(path.join(folder, "backups"));
  onTestFinished(other.release);

  await expect(makeBackup(folder)).rejects.toThrow("Another backup is in progress");
  expect(existsSync(part)).toBe(true);
});

test("a service copies only into an empty folder among its backups, and removes a copy that no one waits for", async () => {
  const { settings, folder } = await createHome();
  const backups = path.join(folder, "backups");
  for (const name of ["killed.part", "filled.part", "../outside"])
    mkdirSync(path.join(backups, name), { recursive: true });
  writeFileSync(path.join(backups, "filled.part", "mine"), "");

  await served(settings, async () => {
    const address = localAddress(folder, "copies");
    await new Promise<void>((resolve) => {
      const socket = connect(address, () => socket.write("killed.part\n", () => socket.destroy()));
      socket.on("close", () => resolve());
    });
    await until("it is gone", () => !existsSync(path.join(backups, "killed.part")));
    for (const line of ["filled.part", "missing.part", "../outside", "/tmp", "", "x".repeat(1_000)])
      expect(await ask(address, `${line}\n`)).toMatch(/^\{"error":/);
  });

  expect(readdirSync(path.join(folder, "outside"))).toEqual([]);
  expect(readdirSync(path.join(backups, "filled.part"))).toEqual(["mine"]);
});

const status = async ({ get }: TestService, secret: string) => (await get("/api/quota", withKey(secret))).status;
const tier = async ({ get }: TestService, cookie: string) =>
  ((await (await get("/api/quota", { headers: { cookie } })).json()) as { tier: string }).tier;
const keyOf = ({ infrastructure: { database } }: TestService, email: string) =>
  createKey(database.prisma, { email, name: "a key", expiresAt: null, dailyLimit: null });

test("a restore revives no revoked key, session, reset link or deleted account, no old role, block or password, and no used quota", async () => {
  const { settings, folder } = await createHome();
  const [oldPassword, newPassword] = await Promise.all(
    ["an old password", "a new password"].map((password) => hashPassword(password, "test")),
  );
  const before = await served(settings, async (service) => {
    const { prisma } = service.infrastructure.database;
    const [demoted, blocked] = [await signedInAccount(service, "admin"), await signedInAccount(service, "editor")];
    const [renewed, deleted] = [
      await signedInAccount(service, "developer"),
      await signedInAccount(service, "developer"),
    ];
    const kept = await signedInAccount(service, "developer");
    const revoked = await keyOf(service, kept.email);
    const keys = { revoked, orphan: await keyOf(service, deleted.email), working: await keyOf(service, kept.email) };
    const mailed = { SMTP_URL: "smtp://localhost", NEXTAUTH_URL: "http://localhost", PORT: 3000 };
    const mailing = { ...service.infrastructure, settings: mailed };
    await prisma.account.update({ where: { id: renewed.id }, data: { password: oldPassword } });
    await prisma.identity.create({ data: { provider: "github", subject: "1", account_id: kept.id, verified: true } });
    await allowReset(prisma, kept.id, { accountId: demoted.id, source: unknownSource, mailing });
    await makeBackup(folder);
    for (let time = 0; time < 3; time += 1) await service.get("/api/shows");
    await prisma.account.update({ where: { id: demoted.id }, data: { role: "developer" } });
    await prisma.account.update({ where: { id: blocked.id }, data: { blocked: true } });
    await prisma.account.update({ where: { id: renewed.id }, data: { password: newPassword } });
    await prisma.identity.deleteMany({ where: { account_id: kept.id } });
    await prisma.apiKey.update({ where: { id: revoked.id }, data: { revoked_at: new Date() } });
    await deleteAccount(prisma, deleted.id);
    const { email: younger } = await signedInAccount(service, "developer");
    await keyOf(service, younger);
    return { demoted, blocked, renewed, deleted, kept, keys };
  });
  const { demoted, blocked, renewed, deleted, kept, keys } = before;

  for (const flags of [[], ["--yes"]]) {
    const { code, output } = await restoreLatest(settings, ...flags);
    expect([code, output]).toEqual([0, expect.stringContaining("Keys that stay revoked: 1. Everyone is signed out.")]);
    expect(output).toContain(`Accounts that were deleted since stay deleted: ${deleted.email}.`);
    for (const { email } of [demoted, blocked, renewed])
      expect(output).toMatch(new RegExp(`keep their present role, block and password: .*${email}`));
    expect(output).toContain("newer than the backup: 1 accounts, 1 keys");
  }

  expect(readdirSync(folder).filter((name) => /incoming|opened-by-restore/.test(name))).toEqual([]);
  await served(settings, async (after) => {
    const { prisma } = after.infrastructure.database;
    const counted = await prisma.dailyUsage.findMany({ where: { subject: { startsWith: "ip:" } } });
    expect(counted.reduce((sum, { allowed }) => sum + allowed, 0)).toBe(3);
    const { revoked, orphan, working } = keys;
    const statuses = await Promise.all([revoked, orphan, working].map(({ secret }) => status(after, secret)));
    expect(statuses).toEqual([401, 401, 200]);
    expect(await tier(after, kept.cookie)).toBe("public");
    const account = (id: string) =>
      prisma.account.findUnique({ where: { id }, select: { role: true, blocked: true, password: true } });
    expect(await Promise.all([demoted, blocked, renewed, deleted].map(({ id }) => account(id)))).toEqual([
      { role: "developer", blocked: false, password: null },
      { role: "editor", blocked: true, password: null },
      { role: "developer", blocked: false, password: newPassword },
      null,
    ]);
    for (const rows of [prisma.identity.count(), prisma.passwordLink.count(), prisma.letter.count()])
      expect(await rows).toBe(0);
    expect(await prisma.apiKey.findUnique({ where: { id: revoked.id } })).toMatchObject({
      revoked_at: expect.any(Date),
    });
  });
});

test.each(["this version", "an older version, without their tables"] as const)(
  "a restore from a backup of %s revives no removed factor and no used code, and keeps those of today",
  { tags: ["full"] },
  async (version) => {
    const { settings, folder } = await createHome();
    const { kept, used } = await served(settings, async (service) => {
      const { prisma, query } = service.infrastructure.database;
      const [removed, owner] = [await developer(service), await developer(service)];
      await addApp(removed, Date.now());
      const { id } = await addPasskey(removed, service.url);
      await addApp(owner, Date.now());
      await query("UPDATE authenticator_apps SET last_step = 1", []);
      await makeBackup(folder);
      await removed.ask("DELETE", "/account/second-factors/totp");
      await removed.ask("DELETE", `/account/second-factors/passkeys/${id}`);
      const code = await prisma.recoveryCode.findFirstOrThrow({ where: { account_id: owner.id } });
      await prisma.recoveryCode.deleteMany({ where: { hash: code.hash } });
      await prisma.authenticatorApp.updateMany({ where: { account_id: owner.id }, data: { last_step: 7 } });
      await addPasskey(owner, service.url);
      return { kept: owner, used: code };
    });
    const [name = expect.fail("There is no backup.")] = backupsIn(folder);
    if (version !== "this version")
      await withEmbeddedDatabase(path.join(folder, "backups", name, "postgres"), async (pglite) => {
        await pglite.exec(`DROP TABLE authenticator_apps, passkeys, recovery_codes, passkey_challenges;
          DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_second_factors'`);
      });

    expect(await restoreLatest(settings, "--yes")).toEqual({
      code: 0,
      output: expect.stringContaining("Second factors and recovery codes stay"),
    });

    await served(settings, async ({ infrastructure: { database } }) => {
      const { authenticatorApp, passkey, recoveryCode } = database.prisma;
      expect(await authenticatorApp.findMany()).toMatchObject([{ account_id: kept.id, last_step: 7 }]);
      expect(await passkey.findMany()).toMatchObject([{ account_id: kept.id, transports: ["internal"] }]);
      const codes = await recoveryCode.findMany();
      expect([codes.length, codes.some(({ hash }) => hash === used.hash)]).toEqual([9, false]);
    });
  },
);

test.each([
  { there: "no database", why: "there is no database" },
  { there: "another database", why: "is not a later state of the backup" },
  { there: "a broken database", why: "can't be read" },
])(
  "a restore where $there can't say who lost access since asks before it lets them in",
  { tags: ["full"] },
  async ({ there, why }) => {
    const { settings, folder } = await createHome();
    const { staff, key } = await served(settings, async (service) => {
      const editor = await signedInAccount(service, "editor");
      const made = { staff: editor, key: await keyOf(service, editor.email) };
      await makeBackup(folder);
      return made;
    });
    const target = await createHome();
    if (there === "another database") await served(target.settings, (other) => signedInAccount(other, "developer"));
    else rmSync(path.join(target.folder, "postgres", there === "no database" ? "" : "global"), { recursive: true });
    const [name = expect.fail("There is no backup.")] = backupsIn(folder);
    const flags = ["--backup", path.join(folder, "backups", name), "--yes"];

    const refused = await runCommand(restore, target.settings, flags);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("--accept-old-access")]);
    expect(refused.output).toContain(why);
    expect(refused.output).toMatch(new RegExp(`Staff: .*${staff.email} \\(editor\\)`));
    expect(backupsIn(target.folder)).toEqual([]);
    expect(await runCommand(restore, target.settings, [...flags, "--accept-old-access"])).toMatchObject({ code: 0 });

    await served(target.settings, async (after) => {
      expect([await status(after, key.secret), await tier(after, staff.cookie)]).toEqual([200, "public"]);
    });
  },
);

test("a restore brings the backup's data, keeps the replaced database, and lets those who follow updates start over", async () => {
  const { settings, folder } = await createHome();
  const { rows, last } = await served(settings, async (service) => {
    const staff = await staffClient(service);
    await staff.send("POST", "shows", { name: "Before the backup", type: "play" });
    const made = await makeBackup(folder);
    await staff.send("POST", "shows", { name: "After the backup", type: "play" });
    const sql = "SELECT last_change::int AS last FROM versions WHERE name = 'data'";
    const [found] = await service.infrastructure.database.query<{ last: number }>(sql, []);
    return { rows: made.rows, ...(found ?? expect.fail()) };
  });
  const before = readdirSync(folder).sort();

  const told = await restoreLatest(settings);
  expect([told.code, told.output]).toEqual([0, expect.stringContaining("Nothing was changed.")]);
  expect(told.output).toMatch(new RegExp(`Replaced by: backup \\S+, made at \\S+: ${rows["shows"]} shows`));
  expect(readdirSync(folder).sort()).toEqual(before);
  const { code, output } = await restoreLatest(settings, "--yes");

  const [, aside = expect.fail(output)] = /kept in (\S+)/.exec(output) ?? [];
  expect([code, path.dirname(aside)]).toEqual([0, folder]);
  expect(readdirSync(aside)).toContain("PG_VERSION");
  await served(settings, async ({ get }) => {
    const names = ((await (await get("/api/shows")).json()) as { name: string }[]).map((show) => show.name);
    expect(names).toContain("Before the backup");
    expect(names).not.toContain("After the backup");
    expect((await get(`/api/updates?afterChangeNumber=${last}`)).status).toBe(410);
    expect((await get("/api/updates")).status).toBe(200);
  });
});

test("a restore refuses a folder that a running service holds, and leaves it unchanged", async () => {
  const { settings, folder } = await createHome();
  await makeBackup(folder);
  const { release } = await lockFolder(folder);
  onTestFinished(release);
  const before = readdirSync(folder).sort();

  expect(await restoreLatest(settings)).toEqual({
    code: 0,
    output: expect.stringContaining("can't be determined now"),
  });
  expect(await restoreLatest(settings, "--yes")).toEqual({
    code: 1,
    output: expect.stringMatching(/is in use by process \d+/),
  });
  expect(readdirSync(folder).sort()).toEqual(before);
});

test("a damaged database gives no backup, and older backups stay", { tags: ["full"] }, async () => {
  const { settings, folder } = await createHome();
  await makeBackup(folder);
  const before = backupsIn(folder);
  const table = path.join(folder, "postgres", "base");
  for (const file of readdirSync(table, { recursive: true, encoding: "utf8" }).filter((one) => /\/\d+$/.test(one)))
    if (statSync(path.join(table, file)).size > 65_536) writeFileSync(path.join(table, file), "rubbish");

  expect(await runCommand(backup, settings, [])).toEqual({
    code: 1,
    output: expect.stringContaining("The copy can't be opened and was deleted"),
  });
  expect(backupsIn(folder)).toEqual(before);
});

function ask(address: string, line: string): Promise<string> {
  return new Promise((resolve) => {
    let said = "";
    const socket = connect(address, () => socket.write(line));
    socket.on("data", (text) => (said += String(text)));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(said));
  });
}
