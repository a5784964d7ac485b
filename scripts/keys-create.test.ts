import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { newFolderPath, createTestDatabase, databaseKinds } from "../test/databases.ts";
import { withoutEnvFiles } from "./env-files.mjs";
import { nodeFlags } from "../test/node.ts";
import { serveFrom } from "../test/service.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Ending {
  code: number;
  said: string;
  complained: string;
}

async function create(settings: Record<string, string>, ...flags: string[]): Promise<Ending> {
  const program = spawn(process.execPath, [...nodeFlags, "scripts/run.mjs", "keys-create", ...flags], {
    env: { PATH: process.env["PATH"], NODE_ENV: "test", ...withoutEnvFiles, ...settings },
  });
  const ending = { code: -1, said: "", complained: "" };
  program.stdout.on("data", (chunk) => (ending.said += String(chunk)));
  program.stderr.on("data", (chunk) => (ending.complained += String(chunk)));
  const [code] = (await once(program, "close")) as [number];
  return { ...ending, code };
}

describe.each(databaseKinds)("npm run keys:create (%s)", (databaseKind) => {
  test("creates a working key, and its account if there is none", async () => {
    const testDatabase = await createTestDatabase(databaseKind);
    ends.push(() => testDatabase.remove());

    const first = await create(
      testDatabase.settings,
      "--email",
      "Ada@Example.com",
      "--name",
      "App",
      "--daily-limit",
      "5",
    );
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const second = await create(
      testDatabase.settings,
      "--email",
      "ada@example.com",
      "--name",
      "App",
      "--expires-at",
      soon,
    );

    const secrets = [first, second].map(({ said }) => /^tl_live_\w+$/m.exec(said)?.[0] ?? "");
    expect([first.code, second.code]).toEqual([0, 0]);
    const service = await serveFrom(testDatabase.settings);
    ends.push(() => service.close());
    const limits = [];
    for (const secret of secrets) {
      const response = await service.get("/api/shows", { headers: { Authorization: `Bearer ${secret}` } });
      limits.push([response.status, response.headers.get("x-ratelimit-limit")]);
    }
    expect(limits).toEqual([
      [200, "5"],
      [200, "10000"],
    ]);
    const accounts = await service.infrastructure.database.query(
      "SELECT email, role FROM accounts WHERE role = 'developer'",
      [],
    );
    expect(accounts).toEqual([{ email: "ada@example.com", role: "developer" }]);
  });
});

test("a folder that a running service uses stays unchanged, and the process is named", async () => {
  const testDatabase = await createTestDatabase("embedded");
  const service = await serveFrom(testDatabase.settings);
  ends.push(
    () => testDatabase.remove(),
    () => service.close(),
  );

  const { code, said, complained } = await create(testDatabase.settings, "--email", "a@b.example", "--name", "App");

  expect([code, said]).toEqual([1, ""]);
  expect(complained).toContain(`is in use by process ${process.pid}`);
});

test("invalid arguments are explained, exit with code 2, and open no database", async () => {
  const { folder, remove } = newFolderPath();
  ends.push(remove);

  const { code, said, complained } = await create({ DATA_DIR: folder }, "--email", "ada");

  expect([code, said, existsSync(folder)]).toEqual([2, "", false]);
  expect(complained).toContain("--email must be an email address.\n--name is required");
  expect(complained).toMatch(/^For example: npm run keys:create -- --email/m);
});

test("one of the two Upstash settings alone stops it with both names", async () => {
  const { folder, remove } = newFolderPath();
  ends.push(remove);

  const settings = { DATA_DIR: folder, UPSTASH_REDIS_REST_URL: "http://127.0.0.1:1" };
  const { code, complained } = await create(settings, "--email", "a@b.example", "--name", "App");

  expect(code).toBe(1);
  expect(complained).toContain("UPSTASH_REDIS_REST_TOKEN must be set too, because UPSTASH_REDIS_REST_URL is.");
});
