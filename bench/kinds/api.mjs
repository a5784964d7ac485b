// Requests a second and processor time a request beside node:http, services as they are often written by hand, and an
// earlier commit. Both sides of a row are measured in turns, so that a slow moment of the machine affects both.
import { cpus, release } from "node:os";
import { startPostgres, startRedis } from "../../scripts/services.mjs";
import { measure, quantiles } from "../load.mjs";
import * as servers from "../servers.mjs";

/** The requests by name: the path and, once the service runs, the headers. */
const requests = {
  shows: ["/api/shows", () => ({})],
  "shows-gzip": ["/api/shows", () => ({ "Accept-Encoding": "gzip" })],
  "shows-304": ["/api/shows", async (service) => ({ "If-None-Match": await readTag(service) })],
  show: ["/api/shows/hamilton", () => ({})],
  "productions-of-theatre": ["/api/productions?theatre_id=palace", () => ({})],
  "cast-members": ["/api/cast-members", () => ({})],
};

/** What the service is compared with, and the requests that it answers. */
const peers = {
  "node:http": Object.keys(requests),
  fastify: ["shows", "show"],
  next: ["shows", "show"],
};

const warmUpSeconds = 2;
const token = "bench";

export const apiKind = {
  summary: "the API beside node:http, Fastify and Next + Prisma",
  options: {
    modes: [
      ["embedded", "postgresql", "redis"],
      "where data and counts are; redis counts in Redis, and its data are embedded",
    ],
    against: [Object.keys(peers), "what each request is compared with"],
    rows: [Object.keys(requests), "the requests"],
    connections: [32, "at once"],
    rounds: [5, "turns of each side; one more warms up"],
    seconds: [1, "that a turn takes"],
    before: ["", "the folder of an earlier commit, built, to compare each request with too"],
  },
  run,
};

async function run({ modes: wanted, against, rows, before, ...load }) {
  const hasServers = wanted.some((mode) => mode !== "embedded") || against.some((name) => name !== "node:http");
  const stores = await startStores(hasServers);
  const opponents = await startPeers(stores, against);
  const earlier = before && (await startStores(hasServers));
  const machine = `${cpus().length} × ${cpus()[0].model}, Linux ${release()}`;
  console.log(`${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${machine}, autocannon beside it\n
| request | mode | connections | beside | requests/s | p50 ms | p99 ms | CPU µs | its CPU µs | ratio |
|---|---|--:|---|--:|--:|--:|--:|--:|--:|`);
  for (const mode of wanted.filter((name) => stores.settings[name])) {
    const service = await servers.startService(stores.settings[mode]);
    await measure({ url: `${service.url}/api/shows`, pid: service.pid, ...load, seconds: warmUpSeconds });
    const old = before ? [{ name: "before", ...(await servers.startService(earlier.settings[mode], before)) }] : [];
    for (const peer of [...opponents, ...old])
      for (const row of rows.filter((name) => peers[peer.name]?.includes(name) ?? true))
        await compare({ row, mode, service, peer, load });
    await Promise.all([service, ...old].map(({ stop }) => stop()));
  }
}

/** The databases and, by mode, the settings for them. */
async function startStores(isNeeded) {
  const settings = { embedded: { DATA_DIR: servers.temporaryFolder() } };
  if (!isNeeded) return { settings };
  const postgres = await servers.startUntilEnd(startPostgres);
  if (postgres) settings.postgresql = { DATABASE_URL: postgres.url };
  else console.log("SKIPPED: no PostgreSQL server is installed.");
  const redis = await servers.startUntilEnd(startRedis);
  if (redis) {
    const bridge = await servers.startBridgeServer(redis.port, token);
    const upstash = { UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: token };
    settings.redis = { DATA_DIR: servers.temporaryFolder(), ...upstash };
  } else console.log("SKIPPED: no Redis server is installed.");
  return { settings, redis };
}

/** The services written by hand use the database of the service, which fills it. */
async function startPeers({ settings: { postgresql }, redis }, against) {
  const started = against.includes("node:http") ? [{ name: "node:http" }] : [];
  const byHand = Object.entries({ fastify: servers.startFastify, next: servers.startNextPeer });
  const wanted = byHand.filter(([name]) => against.includes(name));
  if (wanted.length === 0 || !postgresql || !redis) return started;
  await (await servers.startService(postgresql)).stop();
  for (const [name, start] of wanted)
    started.push({ name, ...(await start({ ...postgresql, REDIS_PORT: String(redis.port) })) });
  return started;
}

async function compare({ row, mode, service, peer, load: { rounds, ...load } }) {
  const [path, headersOf] = requests[row];
  const headers = await headersOf(service);
  const isLimit = peer.name === "node:http";
  const other = isLimit ? await servers.startLimit(service.url + path) : peer;
  if (peer.name in peers && !isLimit) await checkSameBytes(service, other, path);
  const otherHeaders = peer.name in peers ? headers : await headersOf(other);
  const measureTurn = ({ url, pid }, sent) => measure({ url: url + path, pid, headers: sent, ...load });
  const results = [];
  for (let round = 0; round <= rounds; round += 1)
    results.push({ ours: await measureTurn(service, headers), theirs: await measureTurn(other, otherHeaders) });
  // The first turn warms up.
  printRow([row, mode, load.connections, peer.name], results.slice(1));
  if (isLimit) await other.stop();
}

function printRow(names, results) {
  const median = (figure, digits) => quantiles(results.map(figure), 0.5)[0].toFixed(digits);
  const spread = (figure, digits) => {
    const [low, high] = quantiles(results.map(figure), 0.25, 0.75).map((value) => value.toFixed(digits));
    return `${median(figure, digits)} (${low} to ${high})`;
  };
  const figures = [
    median(({ ours }) => ours.rate, 0),
    median(({ ours }) => ours.p50, 2),
    median(({ ours }) => ours.p99, 2),
    spread(({ ours }) => ours.cpu, 1),
    spread(({ theirs }) => theirs.cpu, 1),
    spread(({ ours, theirs }) => ours.rate / theirs.rate, 2),
  ];
  console.log(`| ${[...names, ...figures].join(" | ")} |`);
}

async function readTag({ url }) {
  const options = { method: "HEAD", headers: { "Accept-Encoding": "identity" } };
  return (await fetch(`${url}/api/shows`, options)).headers.get("etag");
}

async function checkSameBytes(service, peer, path) {
  const [ours, theirs] = await Promise.all([service, peer].map(async ({ url }) => (await fetch(url + path)).text()));
  if (ours !== theirs) throw new Error(`${peer.url}${path} does not serve the same bytes.`);
}
