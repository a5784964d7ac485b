import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createTestDatabase, fastestDatabase } from "../test/databases.ts";
import { developer } from "../test/developer.ts";
import { addApp, addPasskey } from "../test/factors.ts";
import { nodeFlags } from "../test/node.ts";
import { serveFrom } from "../test/service.ts";
import { withoutEnvFiles } from "./env-files.mjs";

async function run(settings: Record<string, string>, flags: string[]) {
  const program = spawn(process.execPath, [...nodeFlags, "scripts/run.mjs", "accounts-reset-factors", ...flags], {
    env: { PATH: process.env["PATH"], NODE_ENV: "test", ...withoutEnvFiles, ...settings },
  });
  const ended = once(program, "close") as Promise<[number]>;
  const [said, complained] = await Promise.all([text(program.stdout), text(program.stderr)]);
  return { code: (await ended)[0], said, complained };
}

test("npm run accounts:reset-factors removes every second factor of an account, and says what it did", async () => {
  const { settings, remove } = await createTestDatabase(fastestDatabase);
  try {
    const service = await serveFrom(settings);
    const person = await developer(service, "admin");
    await addApp(person, Date.now());
    await addPasskey(person, service.url);
    await service.close();

    expect(await run(settings, ["--email", person.email.toUpperCase()])).toMatchObject({
      code: 0,
      said: expect.stringContaining(`Removed the second factors of ${person.email} (2)`),
    });
    expect(await run(settings, ["--email", person.email])).toMatchObject({
      code: 0,
      said: expect.stringContaining("has no second factors"),
    });
    expect(await run(settings, ["--email", "no-one@example.com"])).toMatchObject({
      code: 1,
      complained: expect.stringContaining("There is no account"),
    });
    expect(await run(settings, [])).toMatchObject({
      code: 2,
      complained: expect.stringContaining("--email is required"),
    });

    const after = await serveFrom(settings);
    const log = await after.infrastructure.database.prisma.securityLogEntry.findMany({
      where: { account_id: person.id, by_account_id: null },
    });
    expect(log.map(({ action }) => action)).toEqual(["second-factor-removed", "second-factor-removed"]);
    expect(await after.infrastructure.database.prisma.recoveryCode.count()).toBe(0);
    await after.close();
  } finally {
    await remove();
  }
});
