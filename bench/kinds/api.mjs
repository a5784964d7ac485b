// Requests a second and processor time a request, in turns with node:http serving the same bytes and with services as
// they are often written by hand. Both sides of a row are measured in turns, so that a slow moment of the machine affects
// both.
import { cpus, release } from "node:os";
import { startPostgres, startRedis } from "../../scripts/services.mjs";
import { loadGenerator, measure } from "../load.mjs";
import { number, some } from "../options.mjs";
import * as servers from "../servers.mjs";

/** The requests by name: the path and, once the service runs, the headers. */
const requests = {
  shows: ["/api/shows", () => ({})],
  "shows-with-key": ["/api/shows", ({ key }) => ({ Authorization: `Bearer ${key}` })],
  "shows-gzip": ["/api/shows", () => ({ "Accept-Encoding": "gzip" })],
  "shows-304": ["/api/shows", async ({ service }) => ({ "If-None-Match": await tagOf(service) })],
  show: ["/api/shows/hamilton", () => ({})],
  "productions-of-theatre": ["/api/productions?theatre_id=palace", () => ({})],
  "cast-members": ["/api/cast-members", () => ({})],
};

/** What the service is compared with, and the requests that it answers. */
const peers = {
  "node:http": Object.keys(requests),
  fastify: ["shows", "show", "cast-members"],
  next: ["shows", "show"],
};

const modes = ["embedded", "postgresql", "redis"];
const warmUpSeconds = 2;
const token = "bench";

const summary = "the API beside node:http, Fastify and Next + Prisma";

const options = {
  modes: some(modes, "where data and counts are; redis counts in Redis, and its data are embedded"),
  against: some(Object.keys(peers), "what each request is compared with"),
  rows: some(Object.keys(requests), "the requests"),
  connections: some(["32", "128"], "at once"),
  rounds: number(5, 1, 100, "turns of each side; one more warms up"),
  seconds: number(1, 1, 60, "that a turn takes"),
};

function plan({ modes: wanted, against, rows, connections, rounds, seconds }) {
  const count = against.flatMap((peer) => rows.filter((row) => peers[peer].includes(row))).length * connections.length;
  const total = wanted.length * (count * (rounds + 1) * 2 * seconds + 2 * warmUpSeconds + 5);
  return `${wanted.length * count} rows, each of ${rounds + 1} turns of ${seconds} s a side: about ${Math.ceil(total / 60)} minutes, after a build.`;
}

async function run({ modes: wanted, against, rows, connections, ...turns }) {
  await servers.buildApi();
  const stores = await startStores(
    wanted.some((mode) => mode !== "embedded") || against.some((one) => one !== "node:http"),
  );
  const opponents = await startPeers(stores, against);
  printHead();
  for (const mode of wanted) {
    const settings = stores.settings[mode];
    if (!settings) continue;
    const key = await servers.createBenchKey(settings);
    const service = await servers.startApiServer(settings);
    await check(service, key);
    await warmUp(service, key);
    for (const peer of opponents)
      for (const row of rows.filter((name) => peers[peer.name].includes(name)))
        await compare({ row, mode, service, key, peer, connections, turns });
    await service.stop();
  }
}

export const apiKind = { summary, options, plan, run };

/** The databases and, by mode, the settings for them. */
async function startStores(isNeeded) {
  const settings = { embedded: { DATA_DIR: servers.temporaryFolder() } };
  if (!isNeeded) return { settings };
  const postgres = await startPostgres();
  if (postgres) {
    servers.stopLater(() => postgres.stop());
    settings.postgresql = { DATABASE_URL: postgres.url };
  } else console.log("SKIPPED: no PostgreSQL server is installed.");
  const redis = await startRedis();
  if (redis) {
    servers.stopLater(() => redis.stop());
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
  await (await servers.startApiServer(postgresql)).stop();
  for (const [name, start] of wanted)
    started.push({ name, ...(await start({ ...postgresql, REDIS_PORT: String(redis.port) })) });
  return started;
}

async function compare({ row, mode, service, key, peer, connections, turns }) {
  const [path, headersOf] = requests[row];
  const headers = await headersOf({ service, key });
  const other = peer.name === "node:http" ? await servers.startLimit(service.url + path) : peer;
  if (peer.name !== "node:http") await checkSameBytes(service, other, path);
  for (const count of connections) {
    const of = ({ url, pid }) => ({ url: url + path, pid, headers, connections: count, seconds: turns.seconds });
    printRow([row, mode, count, peer.name], await inTurn(of(service), of(other), turns.rounds));
  }
  if (peer.name === "node:http") await other.stop();
}

async function inTurn(service, other, rounds) {
  const results = [];
  for (let round = 0; round <= rounds; round += 1) {
    const ours = await measure(service);
    const theirs = await measure(other);
    // The first turn warms up.
    if (round > 0) results.push({ ours, theirs });
  }
  return results;
}

function printHead() {
  const machine = `${cpus().length} × ${cpus()[0].model}, Linux ${release()}`;
  console.log(
    `\n${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${machine}, ${loadGenerator} beside it\n`,
  );
  console.log("| request | mode | connections | beside | requests/s | p50 ms | p99 ms | CPU µs | its CPU µs | ratio |");
  console.log("|---|---|--:|---|--:|--:|--:|--:|--:|--:|");
}

function printRow(names, results) {
  const spread = (figure, digits) => spreadText(results.map(figure), digits);
  const figures = [
    spread(({ ours }) => ours.rate, 0).split(" ")[0],
    spread(({ ours }) => ours.p50, 2).split(" ")[0],
    spread(({ ours }) => ours.p99, 2).split(" ")[0],
    spread(({ ours }) => ours.cpu, 1),
    spread(({ theirs }) => theirs.cpu, 1),
    spread(({ ours, theirs }) => ours.rate / theirs.rate, 2),
  ];
  console.log(`| ${[...names, ...figures].join(" | ")} |`);
}

/** The median, and the quartiles around it. */
function spreadText(figures, digits) {
  const sorted = figures.toSorted((a, b) => a - b);
  const last = sorted.length - 1;
  const [median, low, high] = [Math.round(last / 2), Math.floor(last / 4), Math.ceil((3 * last) / 4)].map((index) =>
    sorted[index].toFixed(digits),
  );
  return `${median} (${low} to ${high})`;
}

async function tagOf({ url }) {
  const response = await fetch(`${url}/api/shows`, { headers: { "Accept-Encoding": "identity" } });
  await response.arrayBuffer();
  return response.headers.get("etag");
}

async function checkSameBytes(service, peer, path) {
  const [ours, theirs] = await Promise.all([service, peer].map(async ({ url }) => (await fetch(url + path)).text()));
  if (ours !== theirs) throw new Error(`${peer.url}${path} does not serve the same bytes.`);
}

/** Checks the responses before measuring. */
async function check({ url }, key) {
  const [open, keyed] = await Promise.all([
    fetch(`${url}/api/shows`),
    fetch(`${url}/api/shows`, { headers: { Authorization: `Bearer ${key}` } }),
  ]);
  const shows = await open.json();
  const isRight =
    open.status === 200 &&
    keyed.status === 200 &&
    shows.length === 258 &&
    Number(keyed.headers.get("x-ratelimit-remaining")) > 0;
  if (!isRight) throw new Error(`${url} gives a wrong response. Nothing was measured.`);
  await keyed.arrayBuffer();
}

/** Warms up a server, whose code is still being compiled. */
async function warmUp({ url, pid }, key) {
  for (const headers of [{}, { Authorization: `Bearer ${key}` }])
    await measure({ url: `${url}/api/shows`, pid, headers, connections: 32, seconds: warmUpSeconds });
}
