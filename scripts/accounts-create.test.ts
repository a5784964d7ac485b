import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { signIn } from "../lib/accounts/sign-in/sign-in.ts";
import { newFolderPath, createTestDatabase, databaseKinds } from "../test/databases.ts";
import { withoutEnvFiles } from "./env-files.mjs";
import { nodeFlags } from "../test/node.ts";
import { serveFrom } from "../test/service.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const password = "correct horse battery";

interface Ending {
  code: number;
  said: string;
  complained: string;
}

/** @param typed the content of standard input. */
async function create(settings: Record<string, string>, flags: string[], typed = ""): Promise<Ending> {
  const program = spawn(process.execPath, [...nodeFlags, "scripts/run.mjs", "accounts-create", ...flags], {
    env: { PATH: process.env["PATH"], NODE_ENV: "test", ...withoutEnvFiles, ...settings },
  });
  const ending = { code: -1, said: "", complained: "" };
  program.stdout.on("data", (chunk) => (ending.said += String(chunk)));
  program.stderr.on("data", (chunk) => (ending.complained += String(chunk)));
  // A program that does not read its input may have ended already.
  program.stdin.on("error", () => undefined).end(typed);
  const [code] = (await once(program, "close")) as [number];
  // The first run of a checkout bundles the script, and prints that.
  return { ...ending, code, complained: ending.complained.replace(/^Building: .*\n/, "") };
}

describe.each(databaseKinds)("npm run accounts:create (%s)", (databaseKind) => {
  test("creates an account with the given role, whose password works and is stored nowhere", async () => {
    const testDatabase = await createTestDatabase(databaseKind);
    ends.push(() => testDatabase.remove());

    const made = await create(testDatabase.settings, [
      "--email",
      "Ada@Example.com",
      "--role",
      "developer",
      "--name",
      " Ada ",
    ]);
    const entered = await create(
      testDatabase.settings,
      ["--email", "max@b.example", "--role", "admin", "--password-stdin"],
      `${password}\r\n`,
    );

    const shown =
      /^Created ada@example\.com \(developer\)\. Password: (\S+) \(shown only once\)\n$/.exec(made.said)?.[1] ?? "";
    expect(shown).toMatch(/^([a-z2-9]{5}-){4}[a-z2-9]{5}$/);
    expect([made.code, made.complained]).toEqual([0, ""]);
    expect(entered).toEqual({ code: 0, said: "Created max@b.example (admin).\n", complained: "" });

    const service = await serveFrom(testDatabase.settings);
    ends.push(() => service.close());
    const { database, now } = service.infrastructure;
    const signedIn = (email: string, given: string) => signIn(database, { email, password: given }, "192.0.2.1", now);
    expect(await signedIn("ada@example.com", shown)).toMatchObject({ name: "Ada", role: "developer", blocked: false });
    expect(await signedIn("max@b.example", password)).toMatchObject({ name: null, role: "admin" });
    expect(await signedIn("ada@example.com", password)).toBeNull();
    const rows = await database.query("SELECT accounts::text AS row FROM accounts", []);
    expect(JSON.stringify(rows)).not.toContain(shown);
    expect(JSON.stringify(rows)).not.toContain(password);
  });

  test("an existing address, in any case, keeps its account", async () => {
    const testDatabase = await createTestDatabase(databaseKind);
    ends.push(() => testDatabase.remove());
    const flags = ["--email", "ada@b.example", "--role", "editor", "--password-stdin"];
    expect((await create(testDatabase.settings, flags, password)).said).toBe("Created ada@b.example (editor).\n");

    const again = await create(testDatabase.settings, ["--email", "ADA@b.example", "--role", "admin"]);

    expect([again.code, again.said]).toEqual([1, ""]);
    expect(again.complained).toBe(
      "An account with this email address already exists. An administrator can change its role.\n",
    );
    const service = await serveFrom(testDatabase.settings);
    ends.push(() => service.close());
    const { database, now } = service.infrastructure;
    expect(await signIn(database, { email: "ada@b.example", password }, "192.0.2.1", now)).toMatchObject({
      role: "editor",
    });
  });
});

test("a folder that a running service uses stays unchanged, and the process is named", async () => {
  const testDatabase = await createTestDatabase("embedded");
  const service = await serveFrom(testDatabase.settings);
  ends.push(
    () => testDatabase.remove(),
    () => service.close(),
  );

  const { code, said, complained } = await create(testDatabase.settings, ["--email", "a@b.example", "--role", "admin"]);

  expect([code, said]).toEqual([1, ""]);
  expect(complained).toContain(`is in use by process ${process.pid}`);
});

test("invalid arguments are explained, exit with code 2, and open no database", async () => {
  const { folder, remove } = newFolderPath();
  ends.push(remove);

  const { code, said, complained } = await create({ DATA_DIR: folder }, ["--email", "ada", "--role", "owner"]);

  expect([code, said]).toEqual([2, ""]);
  expect(complained).toContain("--email must be an email address.\n--role must be one of");
  expect(complained).toMatch(/^Usage: npm run accounts:create -- --email/m);
  expect(existsSync(folder)).toBe(false);
});
