import { describe, expect, inject, test } from "vitest";
import { databaseKinds, createTestDatabase, fastestDatabase } from "../../../test/databases.ts";
import { developer } from "../../../test/developer.ts";
import { startMailServer } from "../../../test/mail-server.ts";
import { serveFrom, startService, type TestService } from "../../../test/service.ts";
import { until } from "../../../test/until.ts";
import { queueLetter } from "../../mail/queries.ts";
import { takeCronTurn } from "./queries.ts";

const CRON_SECRET = "a-secret-of-the-test";

const call = async (service: TestService, method = "GET", secret = CRON_SECRET) => {
  const answer = await service.get("/api/cron", { method, headers: { Authorization: `Bearer ${secret}` } });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as unknown };
};
const aMinutePasses = ({ infrastructure }: TestService) =>
  infrastructure.database.query("UPDATE versions SET value = value - 60000 WHERE name = 'cron'", []);

describe("without its secret the path does nothing", () => {
  test.each<[string, number, Record<string, string>, Record<string, string>]>([
    ["no CRON_SECRET set", 404, {}, { Authorization: `Bearer ${CRON_SECRET}` }],
    ["no CRON_SECRET set, nothing sent", 404, {}, {}],
    ["nothing sent", 401, { CRON_SECRET }, {}],
    ["another secret", 401, { CRON_SECRET }, { Authorization: `Bearer ${CRON_SECRET}x` }],
    ["another scheme", 401, { CRON_SECRET }, { Authorization: `Basic ${CRON_SECRET}` }],
  ])("%s: %i", async (_name, status, settings, headers) => {
    const service = await startService(fastestDatabase, { settings });
    for (const method of ["GET", "POST"]) {
      const asked = await service.get("/api/cron", { method, headers });
      const { error } = (await asked.json()) as { error: string };

      expect([asked.status, error]).toEqual([status, status === 404 ? "Not found" : "Unauthorized"]);
    }
    await service.close();
  });
});

describe.each(databaseKinds)("/api/cron (%s)", (databaseKind) => {
  test("sends letters, tells owners, and deletes what has expired; then nothing for a minute", async () => {
    const mail = await startMailServer();
    const service = await startService(databaseKind, { settings: { CRON_SECRET, ...mail.settings } });
    const { prisma } = service.infrastructure.database;
    const owner = await developer(service);
    await owner.makeKey();
    const [created_at, expires_at] = [-30, 3].map((days) => new Date(Date.now() + days * 86_400_000));
    await prisma.apiKey.updateMany({ where: { account_id: owner.id }, data: { created_at, expires_at } });
    await prisma.dailyUsage.create({
      data: {
        subject: "ip:192.0.2.9",
        day: new Date("2020-01-01"),
        daily_limit: 1,
        allowed: 1,
        refused: 0,
        granted: 0,
      },
    });
    const letter = { to: "ada@example.com", subject: "A subject", text: "The text." };
    await prisma.$transaction((transaction) => queueLetter(transaction, mail.settings, letter));

    const first = await call(service);
    const again = await call(service, "POST");

    expect([first.status, first.body]).toEqual([200, { done: ["notices", "letters", "expiry"] }]);
    expect([again.status, again.body]).toEqual([200, { done: [] }]);
    expect(await prisma.notice.findMany()).toMatchObject([{ account_id: owner.id, kind: "key-expires" }]);
    expect(mail.letters.map(({ recipients }) => recipients)).toContainEqual(["ada@example.com"]);
    expect(await prisma.dailyUsage.count({ where: { subject: "ip:192.0.2.9" } })).toBe(0);
    await aMinutePasses(service);
    expect((await call(service, "POST")).body).toEqual({ done: ["notices", "letters", "expiry"] });
    await service.close();
    await mail.close();
  });

  test("is in no quota, in no cache, and names no letters where there is no mail", async () => {
    const service = await startService(databaseKind, { settings: { CRON_SECRET } });
    const before = (await service.get("/api/quota")).headers.get("x-ratelimit-remaining");

    const { headers, body } = await call(service);

    expect(body).toEqual({ done: ["notices", "expiry"] });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-ratelimit-limit")).toBeNull();
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect((await service.get("/api/quota")).headers.get("x-ratelimit-remaining")).toBe(before);
    await service.close();
  });
});

test.skipIf(inject("postgresUrl") === null)("a call that waited for another's turn takes none", async () => {
  const service = await startService("server", { settings: { CRON_SECRET } });
  const { database } = service.infrastructure;
  await call(service);
  const waiting = async () => {
    const [row] = await database.query<{ count: number }>(
      "SELECT count(*)::int FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND query LIKE 'INSERT INTO versions%'",
      [],
    );
    return row?.count === 3;
  };

  const calls = await database.prisma.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT value FROM versions WHERE name = 'cron' FOR UPDATE`;
    const begun = Array.from({ length: 3 }, () => takeCronTurn(database));
    await until("all calls wait for the row", waiting);
    await transaction.$executeRaw`
      UPDATE versions SET value = extract(epoch FROM clock_timestamp()) * 1000 WHERE name = 'cron'`;
    return begun;
  });

  expect(await Promise.all(calls)).toEqual([false, false, false]);
  await service.close();
});

test.skipIf(inject("postgresUrl") === null)("of many calls at once to two instances one does it", async () => {
  const testDatabase = await createTestDatabase("server");
  const settings = { ...testDatabase.settings, CRON_SECRET };
  const services = [await serveFrom(settings), await serveFrom(settings)];

  const answers = await Promise.all(services.flatMap((service) => Array.from({ length: 10 }, () => call(service))));

  const ran = answers.filter(({ body }) => (body as { done: string[] }).done.length > 0);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(ran).toHaveLength(1);
  for (const service of services) await service.close();
  await testDatabase.remove();
});
