import { existsSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { signIn } from "../lib/accounts/sign-in/sign-in.ts";
import { lockFolder } from "../lib/db/embedded/folder-lock.ts";
import { databaseOfTest, fastestDatabase, folderOfTest } from "../test/databases.ts";
import { developer, withKey } from "../test/developer.ts";
import { addApp, addPasskey } from "../test/factors.ts";
import { runCommand, startProgram } from "../test/program.ts";
import { served } from "../test/service.ts";
import { main as accountsCreate } from "./accounts-create.ts";
import { main as accountsResetFactors } from "./accounts-reset-factors.ts";
import { main as backup } from "./backup.ts";
import { main as dataUpdate } from "./data-update.ts";
import { main as dbCopy } from "./db-copy.ts";
import { main as dbMigrate } from "./db-migrate.ts";
import { main as keysCreate } from "./keys-create.ts";
import { main as restore } from "./restore.ts";
import { main as upstashBridge } from "./upstash-bridge.ts";

const commands = {
  "accounts:create": accountsCreate,
  "accounts:reset-factors": accountsResetFactors,
  backup,
  "data:update": dataUpdate,
  "db:copy": dbCopy,
  "db:migrate": dbMigrate,
  "keys:create": keysCreate,
  restore,
  "upstash-bridge": upstashBridge,
};
type Name = keyof typeof commands;

const run = (name: Name, settings: Record<string, string>, args: string[] = [], typed?: string) =>
  runCommand(commands[name], settings, args, typed);

const home = (kind = fastestDatabase) => databaseOfTest(kind);

const account = ["--email", "ada@b.example", "--role", "editor"];
const key = ["--email", "ada@b.example", "--name", "App"];
const password = "correct horse battery";
const elsewhere = "postgresql://me:hunter2@127.0.0.1:1/theatre";

test.each<[Name, args: string[], message: string, typed?: string]>([
  ["accounts:create", ["--role", "admin"], "--email is required"],
  [
    "accounts:create",
    ["--email", "ada", "--role", "owner"],
    "--email must be an email address.\n--role must be one of developer, editor, admin.",
  ],
  ["accounts:create", ["--email", "a@b.example", "--role", "Admin"], "--role must be one of"],
  ["accounts:create", ["--email", `${"a".repeat(245)}@b.example`], "--email must have at most 254 characters."],
  ["accounts:create", [...account, "--name", "  "], "--name must not be empty."],
  [
    "accounts:create",
    [...account, "--password-stdin"],
    "The password must have 12 to 200 characters.",
    "elevenchars\n",
  ],
  ["accounts:create", [...account, "--password-stdin"], "one of the most common passwords.", "counterstrike\n"],
  [
    "accounts:create",
    ["--email", "ada.lovelace@b.example", "--role", "admin", "--password-stdin"],
    "The password must not be the account's email address or parts of it.",
    "ada.lovelace\n",
  ],
  ["accounts:create", [...account, "--password", password], "Unknown option '--password'"],
  ["accounts:reset-factors", [], "--email is required"],
  ["keys:create", ["--email", "ada"], "--email must be an email address.\n--name is required"],
  ["keys:create", ["--email", "a@b.example", "--name", "  "], "--name must not be empty."],
  ["keys:create", ["--email", "a@b.example", "--name", "x".repeat(101)], "--name must have at most 100 characters."],
  ["keys:create", [...key, "--daily-limit", "0"], "--daily-limit must be a whole number from 1 to 1000000000."],
  ["keys:create", [...key, "--expires-at", "2020-01-01T00:00:00Z"], "--expires-at must be in the future."],
  ["keys:create", [...key, "--expires-at", "9999-12-31T23:59:59-01:00"], "--expires-at must be before the year 10000."],
  ["backup", ["--to", "elsewhere"], "takes no arguments, and was given: --to elsewhere"],
  ["data:update", ["now"], "Unexpected argument 'now'"],
  ["db:migrate", ["--dry-run"], "takes no arguments, and was given: --dry-run"],
  ["db:copy", [], "--to must be given"],
  ["db:copy", ["--to", "mysql://me:hunter2@host/theatre"], "--to must be a URL such as"],
  ["db:copy", ["--to", "theatre"], "--to must be a URL such as"],
  ["db:copy", ["--from", "here"], "Unknown option '--from'"],
  ["restore", [], "There is no such backup. "],
  ["restore", ["--backup", "yesterday"], "There is no such backup. "],
  ["upstash-bridge", ["--port", "70000"], "--port must be at most 65535.\n--token must be given"],
  ["upstash-bridge", ["--redis", "localhost:99999", "--token", "t"], "--redis must be host:port, for example"],
])("%s with %j says why not and how, with code 2, and opens no database", async (name, args, message, typed = "") => {
  const folder = folderOfTest();

  const { code, output } = await run(name, { DATA_DIR: folder }, args, typed);

  expect([code, output]).toEqual([2, expect.stringContaining(message)]);
  expect(output).toMatch(new RegExp(`^(Usage|For example): .*${name}`, "m"));
  expect(output).not.toContain("hunter2");
  expect(existsSync(folder)).toBe(false);
});

test.each<[Name, args: string[], settings: Record<string, string>, reason: string]>([
  ["backup", [], {}, "There is no embedded database in"],
  ["backup", [], { DATABASE_URL: elsewhere }, "pg_dump --format=custom"],
  ["restore", ["--backup", "latest"], { DATABASE_URL: elsewhere }, "pg_restore --no-owner"],
  ["db:copy", ["--to", elsewhere], {}, "There is no embedded database in"],
  ["db:copy", ["--to", elsewhere], { DATABASE_URL: elsewhere }, "the source is the embedded database in DATA_DIR"],
  ["db:migrate", [], { DATABASE_URL: elsewhere }, "The database at 127.0.0.1:1/theatre can't be reached"],
  ["keys:create", key, { UPSTASH_REDIS_REST_URL: "http://127.0.0.1:1" }, "UPSTASH_REDIS_REST_TOKEN must be set too"],
])("%s %j explains an impossible place, %j, with code 1", async (name, args, settings, reason) => {
  const folder = folderOfTest();

  const { code, output } = await run(name, { DATA_DIR: folder, ...settings }, args);

  expect([code, output]).toEqual([1, expect.stringContaining(reason)]);
  expect(output).not.toMatch(/hunter2|\bat .+:\d+:\d+/);
  expect(existsSync(folder)).toBe(false);
});

test.each<[Name, args: string[]]>([
  ["accounts:create", account],
  ["accounts:reset-factors", account.slice(0, 2)],
  ["data:update", []],
  ["db:copy", ["--to", elsewhere]],
  ["db:migrate", []],
  ["keys:create", key],
])("%s leaves alone a folder that a service uses, and names its process", async (name, args) => {
  const settings = await home("embedded");
  const { release } = await lockFolder(settings["DATA_DIR"] ?? expect.fail());
  onTestFinished(release);

  expect(await run(name, settings, args)).toEqual({
    code: 1,
    output: expect.stringContaining(`is in use by process ${process.pid}`),
  });
});

test("accounts:create makes an account whose password works and is stored nowhere; an address keeps its first account", async () => {
  const settings = await home();

  const made = await run("accounts:create", settings, [
    "--email",
    "Ada@Example.com",
    ...["--role", "developer", "--name", " Ada "],
  ]);
  const entered = await run("accounts:create", settings, [...account, "--password-stdin"], `${password}\r\n`);
  const again = await run("accounts:create", settings, ["--email", "ADA@b.example", "--role", "admin"]);

  const pattern =
    /^Created ada@example\.com \(developer\)\. Password: (([a-z2-9]{5}-){4}[a-z2-9]{5}) \(shown only once\)\n$/;
  const [, shown = expect.fail(made.output)] = pattern.exec(made.output) ?? [];
  expect(entered).toEqual({ code: 0, output: "Created ada@b.example (editor).\n" });
  expect(again).toEqual({
    code: 1,
    output: "An account with this email address already exists. An administrator can change its role.\n",
  });
  await served(settings, async ({ infrastructure: { database, now } }) => {
    const signedIn = (email: string, given: string) => signIn(database, { email, password: given }, "192.0.2.1", now);
    expect(await signedIn("ada@example.com", shown)).toMatchObject({ name: "Ada", role: "developer", blocked: false });
    expect(await signedIn("ada@b.example", password)).toMatchObject({ name: null, role: "editor" });
    expect(await signedIn("ada@example.com", password)).toBeNull();
    const rows = JSON.stringify(await database.query("SELECT accounts::text AS row FROM accounts", []));
    for (const secret of [shown, password]) expect(rows).not.toContain(secret);
  });
});

test("keys:create makes a working key, and its account if there is none", async () => {
  const settings = await home();
  const soon = new Date(Date.now() + 3_600_000).toISOString();

  const made = [
    await run("keys:create", settings, ["--email", "Max@Example.com", "--name", "App", "--daily-limit", "5"]),
    await run("keys:create", settings, ["--email", "max@example.com", "--name", "App", "--expires-at", soon]),
  ];

  expect(made.map(({ code }) => code)).toEqual([0, 0]);
  await served(settings, async ({ get, infrastructure: { database } }) => {
    for (const [index, limit] of ["5", "10000"].entries()) {
      const [secret = expect.fail("There is no key.")] = /^tl_live_\w+$/m.exec(made[index]?.output ?? "") ?? [];
      const { status, headers } = await get("/api/shows", withKey(secret));
      expect([status, headers.get("x-ratelimit-limit")]).toEqual([200, limit]);
    }
    const accounts = await database.prisma.account.findMany({ where: { email: "max@example.com" } });
    expect(accounts).toMatchObject([{ role: "developer" }]);
  });
});

test("accounts:reset-factors removes every second factor of an account, and says what it did", async () => {
  const settings = await home();
  const person = await served(settings, async (service) => {
    const administrator = await developer(service, "admin");
    await addApp(administrator, Date.now());
    await addPasskey(administrator, service.url);
    return administrator;
  });

  const rows: [email: string, code: number, said: string][] = [
    [person.email.toUpperCase(), 0, `Removed the second factors of ${person.email} (2)`],
    [person.email, 0, "has no second factors"],
    ["no-one@example.com", 1, "There is no account"],
  ];
  for (const [email, code, said] of rows)
    expect(await run("accounts:reset-factors", settings, ["--email", email])).toEqual({
      code,
      output: expect.stringContaining(said),
    });

  await served(settings, async ({ infrastructure: { database } }) => {
    const { prisma } = database;
    const log = await prisma.securityLogEntry.findMany({ where: { account_id: person.id, by_account_id: null } });
    expect(log.map(({ action }) => action)).toEqual(["second-factor-removed", "second-factor-removed"]);
    expect(await prisma.recoveryCode.count({ where: { account_id: person.id } })).toBe(0);
  });
});

test("db:migrate brings a new database up to date, then says that nothing is left", { tags: ["full"] }, async () => {
  const settings = { DATA_DIR: folderOfTest() };

  expect(await run("db:migrate", settings)).toEqual({
    code: 0,
    output: expect.stringMatching(/was migrated:\n {2}\d{14}_six_resources\n/),
  });
  expect(await run("db:migrate", settings)).toEqual({ code: 0, output: expect.stringContaining("is up to date.") });
});

test(
  "each command, as a program of its own, reads its input, prints, and exits with its code",
  { tags: ["full"] },
  async () => {
    const settings = { ...(await home("embedded")), NODE_ENV: "test" };
    const typed = startProgram("accounts-create", settings, ...account, "--password-stdin");
    typed.type(password);
    const made = { code: 0, output: expect.stringContaining("Created ada@b.example (editor).\n") };
    expect(await typed.ended).toMatchObject(made);
    for (const [name, args, code, output] of [
      ["accounts-create", account, 1, "already exists"],
      ["accounts-reset-factors", account.slice(0, 2), 0, "has no second factors"],
      ["keys-create", key, 0, "\ntl_live_"],
      ["data-update", [], 0, "Nothing was written."],
      ["db-migrate", [], 0, "is up to date."],
      ["db-copy", ["--to", elsewhere], 1, "can't be reached"],
      ["backup", [], 0, "The backup was opened and read"],
      ["restore", ["--backup", "latest", "--yes"], 0, "Done. The replaced database is kept in"],
      ["conformance", ["--port", "1"], 2, "takes no arguments, and was given: --port 1"],
    ] as const) {
      const ended = await startProgram(name, settings, ...args).ended;
      expect(ended, name).toMatchObject({ code, output: expect.stringContaining(output) });
    }
  },
);
