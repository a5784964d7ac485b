import { describe, expect, inject, test } from "vitest";
import { createKey } from "../../accounts/keys/key-queries.ts";
import { queueLetter } from "../../accounts/mail/letter-queries.ts";
import { databaseKinds, fastestDatabase } from "../../../test/databases.ts";
import { developer } from "../../../test/developer.ts";
import { useFixture } from "../../../test/fixture.ts";
import { useMailServer } from "../../../test/mail-server.ts";
import { behindProxy, freshAddress, fromAddress, quotaOf } from "../../../test/quota-helpers.ts";
import { startService, useService, type TestService } from "../../../test/service.ts";
import { startUpstash } from "../../../test/stores.ts";
import { until } from "../../../test/until.ts";
import { takeCronTurn } from "./cron-queries.ts";

const secrets = { CRON_SECRET: "a-secret-of-the-test", METRICS_TOKEN: "a-token-of-the-test" };
const limit = 3;
const [cron, metrics] = ["/api/cron", "/api/metrics"];
const asOperator = (path: string) => ({
  Authorization: `Bearer ${path === cron ? secrets.CRON_SECRET : secrets.METRICS_TOKEN}`,
});

const bare = useService(fastestDatabase);

describe.each(databaseKinds)("a service with the operator's secrets (%s)", (databaseKind) => {
  const mail = useMailServer();
  const service = useService(databaseKind, () => ({
    settings: { ...behindProxy, ...secrets, ...mail.settings, PUBLIC_DAILY_LIMIT: String(limit) },
  }));
  const aMinutePasses = () =>
    service.infrastructure.database.query("UPDATE versions SET value = value - 60000 WHERE name = 'cron'", []);

  test.each<[what: string, of: "bare" | "own", path: string, sent: Record<string, string>, status: number]>([
    ["no CRON_SECRET set", "bare", cron, asOperator(cron), 404],
    ["no CRON_SECRET set, nothing sent", "bare", cron, {}, 404],
    ["nothing sent", "own", cron, {}, 401],
    ["another secret", "own", cron, { Authorization: `${asOperator(cron).Authorization}x` }, 401],
    ["another scheme", "own", cron, { Authorization: `Basic ${secrets.CRON_SECRET}` }, 401],
    ["no METRICS_TOKEN set", "bare", metrics, asOperator(metrics), 401],
    ["nothing sent", "own", metrics, {}, 404],
    ["another token", "own", metrics, { Authorization: `${asOperator(metrics).Authorization}x` }, 401],
    ["another scheme", "own", metrics, { Authorization: `Basic ${secrets.METRICS_TOKEN}` }, 401],
  ])(
    "%s (%s): %s is refused and counted, metrics like a path that is unknown",
    async (_what, of, path, sent, status) => {
      const asked = of === "bare" ? bare : service;
      const client = fromAddress(freshAddress(), sent);
      const answers = await Promise.all(["GET", "POST"].map((method) => asked.get(path, { ...client, method })));
      const bodies = await Promise.all(answers.map((answer) => answer.text()));
      if (path === cron) {
        expect(answers.map((answer) => answer.status)).toEqual([status, status]);
        for (const body of bodies) expect(body).toContain(status === 404 ? "Not found" : "Unauthorized");
        expect(answers.reduce((sum, answer) => sum + quotaOf(answer).limit - quotaOf(answer).remaining, 0)).toBe(1 + 2);
        return;
      }
      const unknown = await asked.get("/api/no-such-path", client);
      expect([answers[0]?.status, bodies[0]]).toEqual([unknown.status, await unknown.text()]);
      expect([unknown.status, quotaOf(unknown).remaining]).toEqual([status, quotaOf(unknown).limit - 3]);
    },
  );

  test("/cron sends letters, tells owners, and deletes what has expired; then nothing for a minute", async () => {
    const { prisma } = service.infrastructure.database;
    const owner = await developer(service);
    await owner.makeKey();
    const [created_at, expires_at] = [-30, 3].map((days) => new Date(Date.now() + days * 86_400_000));
    await prisma.apiKey.updateMany({ where: { account_id: owner.id }, data: { created_at, expires_at } });
    const subject = `ip:${freshAddress()}`;
    const counts = { daily_limit: 1, allowed: 1, refused: 0, granted: 0 };
    await prisma.dailyUsage.create({ data: { subject, day: new Date("2020-01-01"), ...counts } });
    const letter = { to: "ada@example.com", subject: "A subject", text: "The text." };
    await prisma.$transaction((transaction) => queueLetter(transaction, mail.settings, letter));
    const call = async (method: string) => {
      const answer = await service.get(cron, { method, ...fromAddress(freshAddress(), asOperator(cron)) });
      return [answer.status, quotaOf(answer).remaining, (await answer.json()) as unknown];
    };
    const done = ["notices", "letters", "expiry"];

    expect([await call("GET"), await call("POST")]).toEqual([
      [200, limit, { done }],
      [200, limit, { done: [] }],
    ]);
    expect(await prisma.notice.findMany({ where: { account_id: owner.id } })).toMatchObject([{ kind: "key-expires" }]);
    expect(mail.letters.map(({ recipients }) => recipients)).toContainEqual(["ada@example.com"]);
    expect(await prisma.dailyUsage.count({ where: { subject } })).toBe(0);
    await aMinutePasses();
    expect(await call("POST")).toEqual([200, limit, { done }]);
  });

  test("/metrics counts requests by route, method, status and tier, with durations, once each", async () => {
    const order = { email: `${crypto.randomUUID()}@example.com`, name: "m", dailyLimit: null, expiresAt: null };
    const { secret } = await createKey(service.infrastructure.database.prisma, order);
    const client = fromAddress(freshAddress());
    const before = await seriesOf(service);

    for (let time = 0; time < limit + 1; time += 1) await service.get("/api/shows", client);
    await service.get("/api/shows/hamilton", fromAddress(freshAddress()));
    for (const id of ["hamilton", "wicked"])
      await service.get(`/api/shows/${id}`, { headers: { Authorization: `Bearer ${secret}` } });
    await service.get("/api/nothing", { ...client, method: "DELETE" });
    await service.get("/a-page");
    const after = await seriesOf(service);

    const grown = (name: string) => (after.get(name) ?? expect.fail(`No ${name}`)) - (before.get(name) ?? 0);
    const requests = (labels: string) => grown(`theatre_http_requests_total{${labels}}`);
    expect(requests('route="/api/shows",method="GET",status="200",tier="public"')).toBe(limit);
    expect(requests('route="/api/shows",method="GET",status="429",tier="public"')).toBe(1);
    expect(requests('route="/api/shows/{id}",method="GET",status="200",tier="public"')).toBe(1);
    expect(requests('route="/api/shows/{id}",method="GET",status="200",tier="key"')).toBe(2);
    expect(requests('route="none",method="DELETE",status="429",tier="public"')).toBe(1);
    expect(requests('route="pages",method="GET",status="200",tier="none"')).toBe(1);
    // A scrape is a request too, and must not count twice.
    expect(requests('route="/api/metrics",method="GET",status="200",tier="none"')).toBe(1);

    const duration = (end: string) => `theatre_http_request_duration_seconds_${end}`;
    expect(grown(duration('count{route="/api/shows"}'))).toBe(limit + 1);
    expect(grown(duration('sum{route="/api/shows"}'))).toBeGreaterThan(0);
    const buckets = [...after].filter(([name]) => /duration_seconds_bucket\{.*"\/api\/shows"\}/.test(name));
    const values = buckets.map(([, value]) => value);
    expect(values).toHaveLength(14);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(values.at(-1)).toBe(after.get(duration('count{route="/api/shows"}')));
  });

  test("/metrics is well-formed: one help and type per family, no duplicate series, counters end in _total", async () => {
    await service.get("/api/shows");
    const text = await (await service.get(metrics, { headers: asOperator(metrics) })).text();

    const types = new Map<string, string>();
    const helped: string[] = [];
    const series: string[] = [];
    let family = "";
    expect(text.endsWith("\n")).toBe(true);
    for (const line of text.split("\n").filter(Boolean)) {
      const [, kind, name = "", rest = ""] = /^# (HELP|TYPE) ([a-z_:][\w:]*) (.+)$/.exec(line) ?? [];
      if (kind === "HELP") helped.push((family = name));
      else if (kind === "TYPE") {
        expect([name, types.has(name)]).toEqual([family, false]);
        types.set(name, rest);
      } else {
        const sample =
          /^([a-zA-Z_:][\w:]*)(\{(?:[a-z_]+="(?:[^"\\]|\\.)*",?)*\})? (?:[-+]?[\d.]+(?:e[-+]?\d+)?|Na[Nn]|[-+]Inf)$/;
        const ending = types.get(family) === "histogram" ? "(_bucket|_sum|_count)" : "";
        expect(line).toMatch(sample);
        expect(sample.exec(line)?.[1]).toMatch(new RegExp(`^${family}${ending}$`));
        series.push(line.slice(0, line.lastIndexOf(" ")));
      }
    }
    expect(helped).toEqual([...types.keys()]);
    expect(series).toHaveLength(new Set(series).size);
    // prom-client also names some of Node's gauges so.
    for (const [name, type] of types) {
      if (type !== "counter" && !name.startsWith("theatre_")) continue;
      expect([name, name.endsWith("_total")]).toEqual([name, type === "counter"]);
    }
  });

  test("/metrics covers the catalogue, the pool, the event loop and the process", async () => {
    const shows = (await (await service.get("/api/shows", fromAddress(freshAddress()))).json()) as unknown[];
    const series = await seriesOf(service);

    expect(series.get('theatre_records_in_memory{resource="shows"}')).toBe(shows.length);
    expect(series.get('theatre_limits_by_itself{store="database"}')).toBe(0);
    expect(series.get('theatre_computed_reads{state="waiting"}')).toBe(0);
    const connections = series.get('theatre_database_connections{state="open"}');
    if (databaseKind === "embedded") expect(connections).toBeUndefined();
    else expect(connections).toBeGreaterThan(0);
    const present = [
      "nodejs_eventloop_lag_p99_seconds",
      "process_resident_memory_bytes",
      "theatre_records_age_seconds",
    ];
    for (const name of [...present, 'theatre_record_reads_total{outcome="read"}'])
      expect(series.get(name), name).toBeGreaterThan(0);
  });

  test.skipIf(databaseKind === "embedded")("a call of /cron that waited for another's turn takes none", async () => {
    const { database } = service.infrastructure;
    await takeCronTurn(database);
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
    await aMinutePasses();
  });
});

describe("without mail", () => {
  const upstash = useFixture<{ settings: Record<string, string>; close(): Promise<void> }>(async () =>
    inject("redisPort") === null ? { settings: {}, close: async () => undefined } : startUpstash(),
  );
  const service = useFixture(
    () => startService(fastestDatabase, { settings: { ...secrets, ...behindProxy, ...upstash.settings } }),
    (own) => own.close(),
  );

  test("/cron names no letters, and takes nothing of a quota and is in no cache; ten calls at once do the work once", async () => {
    // Other tests count in the same Redis.
    const address = freshAddress();
    const quota = async () => quotaOf(await service.get("/api/quota", fromAddress(address))).remaining;
    const remaining = await quota();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => service.get(cron, fromAddress(address, asOperator(cron)))),
    );
    const done = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { done: string[] }).done));

    expect(done.filter((all) => all.length > 0)).toEqual([["notices", "expiry"]]);
    for (const { status, headers } of answers) {
      expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect(headers.has("access-control-allow-origin")).toBe(false);
    }
    expect(await quota()).toBe(remaining);
  });

  test.skipIf(inject("redisPort") === null)("an instance that counts by itself reports it", async () => {
    const name = 'theatre_limits_by_itself{store="upstash"}';
    expect((await seriesOf(service)).get(name)).toBe(0);
    await upstash.close();

    await service.get("/api/shows");
    expect((await seriesOf(service)).get(name)).toBe(1);
  });
});

/** The value of each series, by its name and labels in Prometheus format. */
async function seriesOf(service: TestService): Promise<Map<string, number>> {
  const text = await (await service.get(metrics, { headers: asOperator(metrics) })).text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]),
  );
}
