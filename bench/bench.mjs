// `npm run bench`: the service compared with the maximum that Node can do, in one run. Ratios count, not absolute
// figures:
// both are measured in turn, so that fluctuations of the machine affect both.
import { startPostgres, startRedis } from "../scripts/services.mjs";
import {
  compareAll,
  compareWithNext,
  compareWithPeer,
  compareWithPlainLists,
  compareWithUncounted,
} from "./compare.mjs";
import { createCastMembers, createPastProductions } from "./fill.mjs";
import { measureBuild, measureLoadedMemory, measureRefusals, measureStart } from "./facts.mjs";
import { measure } from "./load.mjs";
import { printFacts, printRows } from "./print.mjs";
import * as servers from "./servers.mjs";

const token = "bench";
/** `BENCH_MODES` names the modes to measure. */
const modes = process.env.BENCH_MODES?.split(",");
/** `BENCH_AGAINST` names what to compare the API with, separated by `;`. */
const isWanted = (against) => process.env.BENCH_AGAINST?.split(";").includes(against) ?? true;
/** `BENCH_API=1` only compares the API with `node:http` and the services written by hand, without building pages. */
const isWhole = !process.env.BENCH_API;
const startService = isWhole ? servers.startProductionServer : servers.startApiServer;
const rows = [];
const facts = [];

await (isWhole ? servers.buildAll() : servers.buildApi());
try {
  await runAll();
} finally {
  await servers.stopAll();
}
printRows(rows);
printFacts(facts);

async function runAll() {
  const settingsOf = { embedded: { DATA_DIR: servers.temporaryFolder() } };
  const postgres = await startPostgres();
  if (postgres) {
    servers.stopLater(() => postgres.stop());
    settingsOf.PostgreSQL = { DATABASE_URL: postgres.url };
  } else console.log("SKIPPED: no PostgreSQL server is installed.");
  const redis = await startRedis();
  if (redis) {
    servers.stopLater(() => redis.stop());
    const bridge = await servers.startBridgeServer(redis.port, token);
    const upstash = { UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: token };
    settingsOf.Redis = { DATA_DIR: servers.temporaryFolder(), ...upstash };
  } else console.log("SKIPPED: no Redis server is installed.");

  const peers = postgres && redis ? await startPeers(settingsOf.PostgreSQL, redis) : [];
  for (const [mode, settings] of Object.entries(settingsOf))
    if (modes?.includes(mode) ?? true) await runMode(mode, settings, peers);
  if (isWhole) await runWithPast("embedded, 100 ×", { DATA_DIR: servers.temporaryFolder() });
}

/** The services written by hand, on the database of the service, which fills it. */
async function startPeers(settings, redis) {
  await (await startService(settings)).stop();
  const peers = [];
  const add = async (name, questions, start) => {
    if (!isWanted(name)) return;
    peers.push({ name, questions, ...(await start({ ...settings, REDIS_PORT: String(redis.port) })) });
  };
  await add("Fastify + pg + Redis", ["one show", "shows, public", "cast members"], servers.startFastify);
  await add("Next + Prisma + Redis", ["one show", "shows, public"], servers.startNextPeer);
  return peers;
}

/** The responses that are computed for a day, with a hundred times the data, all of it past. */
async function runWithPast(mode, settings) {
  const filling = await servers.startProductionServer(settings);
  await createPastProductions(filling.url, 29_000);
  await filling.stop();
  const service = await servers.startProductionServer(settings);
  rows.push(...(await compareWithPlainLists(mode, service)));
  await service.stop();
}

async function runMode(mode, settings, peers) {
  const key = await servers.createBenchKey(settings);
  let service = await startService(settings);
  await check(service, key);
  await warmUp(service, key);
  if (isWanted("node:http")) rows.push(...(await compareAll(mode, service, key)));
  for (const peer of peers) rows.push(...(await compareWithPeer(mode, service, peer)));
  if (!isWhole) {
    await service.stop();
    return;
  }
  rows.push(...(await compareWithPlainLists(mode, service)));
  if (mode === "embedded") rows.push(...(await compareWithNext(service, key)));
  // Each has its own data, except a server, which several may use.
  const beside = settings.DATABASE_URL ? settings : { DATA_DIR: servers.temporaryFolder() };
  const uncounted = await servers.startUncounted(beside);
  await warmUp(uncounted, key);
  rows.push(await compareWithUncounted(mode, service, uncounted));
  await uncounted.stop();
  facts.push(await measureLoadedMemory(mode, service));
  await service.stop();
  facts.push(await measureRefusals(mode, settings));
  if (mode === "Redis") return;
  facts.push(await measureStart(mode, settings));
  service = await servers.startProductionServer(settings);
  const seconds = await createCastMembers(service.url, 20_000);
  facts.push([`20,000 cast members created as one change, ${mode}`, `${seconds.toFixed(1)} s`]);
  await service.stop();
  service = await servers.startProductionServer(settings);
  facts.push(await measureBuild(mode, service));
  rows.push(...(await compareAll(`${mode}, 20,000`, service, key, ["cast members"])));
  await service.stop();
}

/** Checks the answers before measuring. */
async function check({ url }, key) {
  const [open, keyed] = await Promise.all([
    fetch(`${url}/api/shows`),
    fetch(`${url}/api/shows`, { headers: { Authorization: `Bearer ${key}` } }),
  ]);
  const shows = await open.json();
  const isRight =
    open.status === 200 &&
    keyed.status === 200 &&
    shows.length === 240 &&
    Number(keyed.headers.get("x-ratelimit-remaining")) > 0;
  if (!isRight) throw new Error(`${url} gives a wrong answer. Nothing was measured.`);
  await keyed.arrayBuffer();
}

/** Warms up a server, whose code is still being compiled. */
async function warmUp({ url, pid }, key) {
  const headers = { Authorization: `Bearer ${key}` };
  for (const load of [{}, { headers }])
    await measure({ url: `${url}/api/shows`, pid, ...load, connections: 32, seconds: 2 });
}
