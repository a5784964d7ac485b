// `npm run bench`: the service beside the most that Node can do, in one run. Ratios count, not figures:
// both are measured in turn, so that the machine's moods fall on both.
import { cpus, release } from "node:os";
import { startPostgres, startRedis } from "../scripts/services.mjs";
import { generator, measure, residentMegabytes } from "./load.mjs";
import * as servers from "./servers.mjs";

const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const token = "bench";
const rows = [];

await servers.prepare();
try {
  await runAll();
} finally {
  await servers.endAll();
}

async function runAll() {
  const embedded = { DATA_DIR: servers.temporaryFolder() };
  const modes = [await mode("embedded", embedded)];
  const postgres = await startPostgres();
  if (postgres) {
    servers.endWith(() => postgres.stop());
    modes.push(await mode("PostgreSQL", { DATABASE_URL: postgres.url }));
  } else console.log("SKIPPED: no PostgreSQL server is installed.");
  const redis = await startRedis();
  if (redis) {
    servers.endWith(() => redis.stop());
    const bridge = await servers.startBridge(redis.port, token);
    const upstash = { UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: token };
    modes.push(await mode("Redis", { DATA_DIR: servers.temporaryFolder(), ...upstash }));
  } else console.log("SKIPPED: no Redis server is installed.");

  const plain = await servers.startNext({ DATA_DIR: servers.temporaryFolder() });
  for (const { name, service, key, uncounted } of modes) {
    await compare(`shows, key`, name, service, "/api/shows", { Authorization: `Bearer ${key}` });
    await compare(`shows, public`, name, service, "/api/shows");
    await counted(name, service, uncounted);
    if (name !== "embedded") continue;
    await compare("shows, gzip", name, service, "/api/shows", { "Accept-Encoding": "gzip" });
    await compare("one show", name, service, "/api/shows/hamilton");
    await compare("productions?theatre_id=", name, service, "/api/productions?theatre_id=palace");
    await compare("cast-members", name, service, "/api/cast-members");
    const etag = (await fetch(`${service.url}/api/shows`, { headers: { "Accept-Encoding": "identity" } })).headers.get(
      "etag",
    );
    await compare("304", name, service, "/api/shows", { "If-None-Match": etag });
    await beside("next start, shows", plain, service, "/api/shows", 8);
  }
  for (const { name, service } of modes)
    console.log(`resident after load, ${name}: ${residentMegabytes(service.pid).toFixed(0)} MB`);
  print();
}

/** A running service of one mode, a key for it, and its twin that does not count. */
async function mode(name, settings) {
  const key = await servers.createKey(settings);
  const service = await servers.startService(settings);
  const alone = settings.DATABASE_URL ? settings : { DATA_DIR: servers.temporaryFolder() };
  const uncounted = await servers.startUncounted(alone);
  await check(service, key);
  return { name, service, key, uncounted };
}

/** Nothing is measured before it is right. */
async function check({ url }, key) {
  const [open, keyed] = await Promise.all([
    fetch(`${url}/api/shows`),
    fetch(`${url}/api/shows`, { headers: { Authorization: `Bearer ${key}` } }),
  ]);
  const shows = await open.json();
  const isRight =
    open.status === 200 &&
    keyed.status === 200 &&
    shows.length === 88 &&
    Number(keyed.headers.get("x-ratelimit-remaining")) > 0;
  if (!isRight) throw new Error(`${url} does not answer rightly: nothing was measured.`);
  await keyed.arrayBuffer();
}

async function compare(what, name, service, path, headers = {}) {
  const limit = await servers.startLimit(service.url + path);
  for (const connections of [32, 128]) {
    const [ours, most] = await inTurn(
      { url: service.url + path, pid: service.pid, headers, connections },
      { url: limit.url + path, pid: limit.pid, headers, connections },
    );
    rows.push({ what, mode: name, connections, ...ours, against: "node:http", ratio: ours.rate / most.rate });
  }
}

async function counted(name, service, uncounted) {
  const [ours, free] = await inTurn(
    { url: `${service.url}/api/shows`, pid: service.pid, connections: 64 },
    { url: `${uncounted.url}/api/shows`, pid: uncounted.pid, connections: 64 },
  );
  rows.push({
    what: "shows, public",
    mode: name,
    connections: 64,
    ...ours,
    against: "uncounted",
    ratio: ours.rate / free.rate,
  });
}

async function beside(what, other, service, path) {
  const [ours, theirs] = await inTurn(
    { url: service.url + path, pid: service.pid, connections: 32 },
    { url: other.url + path, pid: other.pid, connections: 32 },
  );
  rows.push({
    what,
    mode: "embedded",
    connections: 32,
    ...ours,
    against: "next start",
    ratio: ours.rate / theirs.rate,
  });
}

/** A B A B: the better half of each, so that a hiccup of the machine is nobody's figure. */
async function inTurn(one, other) {
  const runs = [];
  for (const load of [one, other, one, other]) runs.push(await measure({ ...load, seconds: seconds / 2 }));
  const better = (a, b) => (a.rate > b.rate ? a : b);
  return [better(runs[0], runs[2]), better(runs[1], runs[3])];
}

function print() {
  console.log(
    `\n${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0].model}, Linux ${release()}, ${generator} beside it\n`,
  );
  console.log("| what | mode | connections | requests/s | p50 ms | p99 ms | CPU µs/request | ratio |");
  console.log("|---|---|--:|--:|--:|--:|--:|---|");
  for (const { what, mode: name, connections, rate, p50, p99, cpu, ratio, against } of rows) {
    const figures = [connections, Math.round(rate), p50.toFixed(2), p99.toFixed(2), cpu.toFixed(1)].join(" | ");
    console.log(`| ${what} | ${name} | ${figures} | ${ratio.toFixed(2)} × ${against} |`);
  }
}
