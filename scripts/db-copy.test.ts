import { describe, expect, inject, onTestFinished, test } from "vitest";
import { createKey } from "../lib/accounts/keys/key-queries.ts";
import { createTestDatabase, emptyDatabase } from "../test/databases.ts";
import { runCommand } from "../test/program.ts";
import { sameDay } from "../test/quota-helpers.ts";
import { served, type TestService } from "../test/service.ts";
import { signedInAccount, staffClient } from "../test/signed-in.ts";
import { main } from "./db-copy.ts";

const NEXTAUTH_SECRET = "the test's own";

const reads = ["shows", "theatres", "people", "roles", "productions", "cast-members", "productions?theatre_id=palace"];

/** The public lists: bytes and tags. */
async function answersOf(service: TestService): Promise<unknown[]> {
  const answers = [];
  for (const read of reads) {
    const response = await service.get(`/api/${read}`, { headers: { "Accept-Encoding": "identity" } });
    answers.push([read, response.status, response.headers.get("etag"), await response.text()]);
  }
  return answers;
}

async function quotaOf(service: TestService, headers: Record<string, string>): Promise<unknown> {
  return (await service.get("/api/quota", { headers })).json();
}

/** All rows of all tables, and the positions of the sequences. */
async function everything({ infrastructure: { database, flush } }: TestService): Promise<Record<string, unknown>> {
  // What is counted in memory is written at the stop.
  await flush();
  const tables = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY 1`,
    [],
  );
  const found: Record<string, unknown> = {};
  for (const { name } of tables)
    // A closing instance writes each key's last use, after this comparison's reads.
    found[name] = await database.query(
      `SELECT row FROM (SELECT (to_jsonb(t) - 'last_used_at')::text AS row FROM ${name} t) AS rows
       ORDER BY row COLLATE "C"`,
      [],
    );
  found["sequences"] = await database.query(
    "SELECT sequencename AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1",
    [],
  );
  return found;
}

/** The content of a database with rows in every table. */
const lived = (settings: Record<string, string>) =>
  served({ ...settings, NEXTAUTH_SECRET }, async (service) => {
    const staff = await staffClient(service);
    const { body } = await staff.send("POST", "shows", { name: "Zoë’s “Ünïcode” – 劇場 🎭", type: "play" });
    await staff.send("PUT", `shows/${body.id}`, { description: 'Two\nlines, a \\ and a "quote"' });
    await staff.send("PUT", "theatres/palace", { lat: 51.513_123_456_789_01, lng: -0.1 });
    const { prisma } = service.infrastructure.database;
    const order = { email: "owner@example.com", name: "App", dailyLimit: 50, expiresAt: null };
    const { secret } = await createKey(prisma, order);
    const { id: account_id, cookie } = await signedInAccount(service, "developer");
    await prisma.identity.create({ data: { provider: "oidc", subject: "s-1", account_id, verified: true } });
    await prisma.signInFailure.create({ data: { email: "x@example.com", address: "192.0.2.1", at: new Date() } });
    const key = { Authorization: `Bearer ${secret}` };
    for (let time = 0; time < 3; time += 1) await service.get("/api/shows", { headers: key });
    const answers = await answersOf(service);
    const quotas = [await quotaOf(service, key), await quotaOf(service, { cookie })];
    return { answers, quotas, held: await everything(service), key, cookie, shows: await prisma.show.count() };
  });

describe.skipIf(inject("postgresUrl") === null)("npm run db:copy", () => {
  test("copies everything: the same rows, bytes and tags; keys, sessions, counts and sequences continue", async () => {
    const [from, to] = [await createTestDatabase("embedded"), await emptyDatabase()];
    for (const { remove } of [from, to]) onTestFinished(remove);
    const isSameDay = sameDay();
    const before = await lived(from.settings);

    const { code, output } = await runCommand(main, from.settings, ["--to", to.url]);

    expect([code, output]).toEqual([0, expect.stringMatching(new RegExp(`\\b${before.shows} {2}shows\n`))]);
    await served({ DATABASE_URL: to.url, NEXTAUTH_SECRET }, async (service) => {
      const held = await everything(service);
      expect(Object.keys(held)).toEqual(Object.keys(before.held));
      for (const table of Object.keys(held)) expect(held[table], table).toEqual(before.held[table]);
      const quotas = [await quotaOf(service, before.key), await quotaOf(service, { cookie: before.cookie })];
      if (isSameDay()) expect(quotas).toEqual(before.quotas);
      expect(await answersOf(service)).toEqual(before.answers);
      const staff = await staffClient(service);
      const [newest] = await staff.activity(1);
      expect((await staff.send("POST", "shows", { name: "After", type: "play" })).status).toBe(201);
      const [next] = await staff.activity(1);
      expect(Number(next?.id)).toBe(Number(newest?.id) + 1);
    });

    // It is not empty any more.
    expect(await runCommand(main, from.settings, ["--to", to.url])).toEqual({
      code: 1,
      output: expect.stringMatching(/The database at \S+ is not empty: \w+ has \d+ rows\./),
    });
    await served({ DATABASE_URL: to.url, NEXTAUTH_SECRET }, async ({ infrastructure: { database } }) => {
      expect(await database.prisma.show.count()).toBe(before.shows + 1);
    });
  });
});
