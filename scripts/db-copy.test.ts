import { afterEach, describe, expect, inject, test } from "vitest";
import { createKey } from "../lib/keys/queries.ts";
import { emptyDatabase, newFolderPath, createTestDatabase } from "../test/databases.ts";
import { startProgram, type ProgramResult } from "../test/program.ts";
import { serveFrom, type TestService } from "../test/service.ts";
import { signedInAccount } from "../test/signed-in.ts";
import { staffClient } from "../test/staff-client.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const NEXTAUTH_SECRET = "the test's own";
const copy = (settings: Record<string, string>, ...flags: string[]): Promise<ProgramResult> =>
  startProgram("db-copy", { NODE_ENV: "test", ...settings }, ...flags).ended;

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

/** Runs a service with rows in every table, stops it, and returns its content. */
async function lived(settings: Record<string, string>) {
  const service = await serveFrom({ ...settings, NEXTAUTH_SECRET });
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
  const held = await everything(service);
  await service.close();
  return { answers, quotas, held, key, cookie };
}

describe.skipIf(inject("postgresUrl") === null)("npm run db:copy", () => {
  test("copies everything: the same rows, bytes and tags; keys, sessions, counts and sequences continue", async () => {
    const [from, to] = [await createTestDatabase("embedded"), await emptyDatabase()];
    ends.push(from.remove, to.remove);
    const before = await lived(from.settings);

    const { code, output } = await copy(from.settings, "--to", to.url);

    expect([code, output]).toEqual([0, expect.stringMatching(/259 {2}shows\n/)]);
    const service = await serveFrom({ DATABASE_URL: to.url, NEXTAUTH_SECRET });
    ends.push(() => service.close());
    const held = await everything(service);
    expect(Object.keys(held)).toEqual(Object.keys(before.held));
    for (const table of Object.keys(held)) expect(held[table], table).toEqual(before.held[table]);
    expect([await quotaOf(service, before.key), await quotaOf(service, { cookie: before.cookie })]).toEqual(
      before.quotas,
    );
    expect(await answersOf(service)).toEqual(before.answers);
    const staff = await staffClient(service);
    const [newest] = await staff.activity(1);
    expect((await staff.send("POST", "shows", { name: "After", type: "play" })).status).toBe(201);
    const [next] = await staff.activity(1);
    expect(Number(next?.id)).toBe(Number(newest?.id) + 1);
  }, 120_000);

  test("a target that is not empty is refused and stays unchanged", async () => {
    const [from, to] = [await createTestDatabase("embedded"), await createTestDatabase("server")];
    ends.push(from.remove, to.remove);
    const url = to.settings["DATABASE_URL"] ?? "";

    const { code, output } = await copy(from.settings, "--to", url);

    expect([code, output]).toEqual([1, expect.stringMatching(/The database at \S+ is not empty: \w+ has \d+ rows\./)]);
    const service = await serveFrom(to.settings);
    expect(((await (await service.get("/api/shows")).json()) as unknown[]).length).toBe(258);
    await service.close();
  });

  test("the data of a running service is not copied", async () => {
    const [from, to] = [await createTestDatabase("embedded"), await emptyDatabase()];
    const service = await serveFrom(from.settings);
    ends.push(to.remove, from.remove, () => service.close());

    const { code, output } = await copy(from.settings, "--to", to.url);

    expect([code, output]).toEqual([1, expect.stringContaining("is in use by process")]);
  });
});

test("a missing embedded database is reported", async () => {
  const { folder, remove } = newFolderPath();
  ends.push(remove);

  const { code, output } = await copy({ DATA_DIR: folder }, "--to", "postgresql://me:secret@127.0.0.1:1/theatre");

  expect([code, output]).toEqual([1, expect.stringContaining("There is no embedded database in")]);
});

test("a server that can't be reached is named, without its password", { tags: ["full"] }, async () => {
  const testDatabase = await createTestDatabase("embedded");
  ends.push(testDatabase.remove);

  const { code, output } = await copy(testDatabase.settings, "--to", "postgresql://me:secret@127.0.0.1:1/theatre");

  expect([code, output]).toEqual([1, expect.stringContaining("The database at 127.0.0.1:1/theatre can't be reached")]);
  expect(output).not.toContain("secret");
});

test.each([
  [[], "--to must be given"],
  [["--to", ""], "--to must be given"],
  [["--to", "mysql://me:secret@host/theatre"], "--to must be a URL such as"],
  [["--to", "theatre"], "--to must be a URL such as"],
  [["--from", "here"], "Unknown option '--from'"],
  [["postgresql://me:secret@host/theatre"], "Unexpected argument"],
])("invalid arguments (%j) are explained, with code 2", async (flags, message) => {
  const { folder, remove } = newFolderPath();
  ends.push(remove);

  const { code, output } = await copy({ DATA_DIR: folder }, ...flags);

  expect([code, output]).toEqual([2, expect.stringContaining(message)]);
});
