import { describe, expect, inject, test } from "vitest";
import { createKey } from "../../keys/queries.ts";
import { fastestDatabase, databaseKinds } from "../../../test/databases.ts";
import { startService, type TestService } from "../../../test/service.ts";
import { startUpstash } from "../../../test/stores.ts";

const METRICS_TOKEN = "a-token-of-the-test";

const scrape = (service: TestService, token = METRICS_TOKEN) =>
  service.get("/api/metrics", { headers: { Authorization: `Bearer ${token}` } });

/** The value of each series, by its name and labels in Prometheus format. */
async function seriesOf(service: TestService): Promise<Map<string, number>> {
  const text = await (await scrape(service)).text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]),
  );
}

describe("without its token the path is like an unknown path", () => {
  test.each<[string, Record<string, string>, Record<string, string>]>([
    ["no METRICS_TOKEN set", {}, { Authorization: `Bearer ${METRICS_TOKEN}` }],
    ["nothing sent", { METRICS_TOKEN }, {}],
    ["another token", { METRICS_TOKEN }, { Authorization: `Bearer ${METRICS_TOKEN}x` }],
    ["another scheme", { METRICS_TOKEN }, { Authorization: `Basic ${METRICS_TOKEN}` }],
  ])("%s", async (_name, settings, headers) => {
    const service = await startService(fastestDatabase, { settings });
    const [asked, elsewhere] = [
      await service.get("/api/metrics", { headers }),
      await service.get("/api/no-such-path", { headers }),
    ];

    expect([asked.status, await asked.text()]).toEqual([elsewhere.status, await elsewhere.text()]);
    expect(asked.headers.get("x-ratelimit-remaining")).toBe("99");
    expect(elsewhere.headers.get("x-ratelimit-remaining")).toBe("98");
    await service.close();
  });
});

describe.each(databaseKinds)("the metrics (%s)", (databaseKind) => {
  test("count requests by route, method, status and tier, with durations", async () => {
    const service = await startService(databaseKind, { settings: { METRICS_TOKEN, PUBLIC_DAILY_LIMIT: "3" } });
    const order = { email: "a@example.com", name: "metrics", dailyLimit: null, expiresAt: null };
    const { secret } = await createKey(service.infrastructure.database.prisma, order);

    for (let time = 0; time < 4; time += 1) await service.get("/api/shows");
    for (const id of ["hamilton", "wicked"])
      await service.get(`/api/shows/${id}`, { headers: { Authorization: `Bearer ${secret}` } });
    await service.get("/api/nothing", { method: "DELETE" });
    await service.get("/a-page");
    const series = await seriesOf(service);
    const again = await seriesOf(service);

    const requests = (labels: string) => series.get(`theatre_http_requests_total{${labels}}`);
    expect(requests('route="/api/shows",method="GET",status="200",tier="public"')).toBe(3);
    expect(requests('route="/api/shows",method="GET",status="429",tier="public"')).toBe(1);
    expect(requests('route="/api/shows/{id}",method="GET",status="200",tier="key"')).toBe(2);
    expect(requests('route="none",method="DELETE",status="429",tier="public"')).toBe(1);
    expect(requests('route="pages",method="GET",status="200",tier="none"')).toBe(1);
    const duration = (end: string) => series.get(`theatre_http_request_duration_seconds_${end}`);
    expect(duration('count{route="/api/shows"}')).toBe(4);
    expect(duration('bucket{le="+Inf",route="/api/shows"}')).toBe(4);
    expect(duration('sum{route="/api/shows"}')).toBeGreaterThan(0);
    // A scrape is a request too, and must not count twice.
    const scrapes = 'theatre_http_requests_total{route="/api/metrics",method="GET",status="200",tier="none"}';
    expect([series.get(scrapes), again.get(scrapes)]).toEqual([undefined, 1]);
    await service.close();
  });

  test("have a histogram with cumulative buckets", async () => {
    const service = await startService(databaseKind, { settings: { METRICS_TOKEN } });
    for (let time = 0; time < 20; time += 1) await service.get("/api/shows");

    const series = await seriesOf(service);

    const buckets = [...series].filter(([name]) => /duration_seconds_bucket\{.*"\/api\/shows"\}/.test(name));
    const values = buckets.map(([, value]) => value);
    expect(buckets.length).toBe(14);
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect(values.at(-1)).toBe(20);
    await service.close();
  });

  test("are well-formed: one help and type per family, no duplicate series, counters end in _total", async () => {
    const service = await startService(databaseKind, { settings: { METRICS_TOKEN } });
    await service.get("/api/shows");

    const text = await (await scrape(service)).text();

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
    await service.close();
  });

  test("cover the catalogue, the pool, the event loop and the process", async () => {
    const service = await startService(databaseKind, { settings: { METRICS_TOKEN } });
    for (let time = 0; time < 5; time += 1) await service.get("/api/shows");

    const series = await seriesOf(service);

    expect(series.get('theatre_record_reads_total{outcome="held"}')).toBe(4);
    expect(series.get('theatre_record_reads_total{outcome="read"}')).toBe(1);
    expect(series.get("theatre_record_loads_total")).toBe(1);
    expect(series.get('theatre_records_in_memory{resource="shows"}')).toBe(258);
    expect(series.get("theatre_records_age_seconds")).toBeGreaterThan(0);
    expect(series.get('theatre_limits_by_itself{store="database"}')).toBe(0);
    expect(series.get('theatre_computed_reads{state="waiting"}')).toBe(0);
    const connections = series.get('theatre_database_connections{state="open"}');
    if (databaseKind === "embedded") expect(connections).toBeUndefined();
    else expect(connections).toBeGreaterThan(0);
    for (const name of ["nodejs_eventloop_lag_p99_seconds", "process_resident_memory_bytes"])
      expect(series.has(name), name).toBe(true);
    await service.close();
  });
});

test.skipIf(inject("redisPort") === null)("an instance that counts by itself reports it", async () => {
  const upstash = await startUpstash();
  const service = await startService(fastestDatabase, { settings: { METRICS_TOKEN, ...upstash.settings } });
  const before = await seriesOf(service);
  await upstash.close();

  await service.get("/api/shows");
  const after = await seriesOf(service);

  const name = 'theatre_limits_by_itself{store="upstash"}';
  expect([before.get(name), after.get(name)]).toEqual([0, 1]);
  await service.close();
});
