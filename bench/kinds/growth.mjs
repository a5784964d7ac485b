// What a write costs, and how readers fare beside writes, with more and more data. Pages are measured too.
import { randomInt } from "node:crypto";
import autocannon from "autocannon";
import { startPostgres } from "../../scripts/services.mjs";
import { processorMilliseconds, quantiles, residentMegabytes } from "../load.mjs";
import { multiplyEmbedded, multiplyServer } from "../multiply.mjs";
import * as servers from "../servers.mjs";

const production = "hamilton-victoria-palace-2017";
const writesEveryMilliseconds = 100;
const warmUpSeconds = 2;

/** What is read after each write: each depends on the changed show. */
const readsAfterWrite = [
  "/api/shows/hamilton",
  "/api/shows",
  "/api/search?q=hamilton",
  `/api/productions/${production}/cast`,
  "/api/on",
];

const mixtures = {
  records: [
    "/api/shows",
    "/api/shows/hamilton",
    "/api/theatres",
    "/api/theatres/palace",
    "/api/productions?theatre_id=palace",
    `/api/cast-members?production_id=${production}`,
  ],
  computed: [
    "/api/search?q=hamilton",
    "/api/search/productions?theatre_id=palace",
    "/api/on",
    "/api/people/aaron-krohn/credits",
    `/api/productions/${production}/cast`,
  ],
  cast: [`/api/productions/${production}/cast`],
  calendar: ["/feeds/west-end.ics"],
  pages: ["/", "/docs"],
};

const summary = "what a write costs and how readers fare beside writes, with more and more data";

const options = {
  times: [["1", "10", "30", "100"], "as much data"],
  databases: [["embedded", "postgresql"], "where the data are"],
  instances: [["1", "3"], "of the service; several need PostgreSQL"],
  rows: [Object.keys(mixtures), "what is read beside writes"],
  writes: [40, "whose processor time is measured"],
  seconds: [5, "of reads alone, and as many beside writes"],
  connections: [32, "at once"],
};

async function run({ times, databases, instances, ...measured }) {
  servers.buildAll();
  console.log("| data | database | instances | what | figure |\n|--:|---|--:|---|---|");
  for (const factor of times.map(Number)) {
    for (const database of databases) {
      const { settings, stop } = await filled(database, factor);
      for (const count of instances.map(Number).filter((number) => database !== "embedded" || number === 1))
        await measureService({ ...measured, settings, count, names: `${factor} | ${database} | ${count}` });
      await stop();
    }
  }
}

export const growthKind = { summary, options, run };

/** @returns the settings for a database with so many times as much data. */
async function filled(database, factor) {
  const postgres = database === "postgresql" ? await startPostgres() : null;
  if (database === "postgresql" && !postgres) throw new Error("No PostgreSQL server: apt-get install postgresql");
  if (postgres) servers.stopLater(() => postgres.stop());
  const place = postgres ? { DATABASE_URL: postgres.url } : { DATA_DIR: servers.temporaryFolder() };
  const settings = { ...place, CLIENT_ADDRESS: "forwarded:1" };
  await (await servers.startProductionServer(settings)).stop();
  if (factor > 1 && postgres) multiplyServer(postgres.url, factor - 1);
  if (factor > 1 && !postgres) await multiplyEmbedded(settings.DATA_DIR, factor - 1);
  return { settings, stop: () => postgres?.stop() };
}

async function measureService({ settings, count, names, rows, writes, seconds, connections }) {
  const print = (what, figure) => console.log(`| ${names} | ${what} | ${figure} |`);
  const started = [];
  for (let index = 0; index < count; index += 1) started.push(await servers.startProductionServer(settings));
  const startedAt = performance.now();
  await read(started[0].url, readsAfterWrite[1]);
  const first = performance.now() - startedAt;
  print("start, and the first list", `${started[0].took.toFixed(0)} ms, ${first.toFixed(0)} ms`);
  const write = await writerFor(started[0].url);
  await costOfWrites(started, write, 5);
  const { cpu, first: slowest, later } = await costOfWrites(started, write, writes);
  print("processor time a write, with the reads after it", `${cpu.toFixed(1)} ms`);
  print("the first read after a write, the four others: p50, p99", `${spread(slowest)}; ${spread(later)}`);
  for (const row of rows) {
    // What is made once, such as the stored dates of calendars, is not measured.
    for (const { url } of started) for (const path of mixtures[row]) await read(url, path);
    const load = (duration) => readFrom(started, mixtures[row], connections, duration);
    await load(warmUpSeconds);
    const alone = await load(seconds);
    const writing = setInterval(() => void write().catch(() => undefined), writesEveryMilliseconds);
    const beside = await load(seconds);
    clearInterval(writing);
    const share = (beside.rate / alone.rate).toFixed(2);
    print(
      `${row}: alone; beside ${1000 / writesEveryMilliseconds} writes a second`,
      `${alone.text}; ${beside.text}; ${share} ×`,
    );
  }
  print("resident memory of an instance", `${residentMegabytes(started[0].pid).toFixed(0)} MB`);
  for (const service of started) await service.stop();
}

/** @returns a function that changes the description of a show. */
async function writerFor(url) {
  const headers = { cookie: await servers.signInAsAdministrator(url), "content-type": "application/json" };
  let turn = 0;
  return async () => {
    turn += 1;
    const body = JSON.stringify({ description: `The description in turn ${turn}.` });
    const answer = await fetch(`${url}/api/shows/hamilton`, { method: "PUT", headers, body });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`A write answered ${answer.status}.`);
  };
}

/** Each instance reads after each write. @returns milliseconds: of processor a write, and of the reads. */
async function costOfWrites(services, write, count) {
  const spent = () => services.reduce((sum, { pid }) => sum + processorMilliseconds(pid), 0);
  const before = spent();
  const [first, later] = [[], []];
  for (let done = 0; done < count; done += 1) {
    await write();
    for (const { url } of services)
      for (const [index, path] of readsAfterWrite.entries()) (index === 0 ? first : later).push(await read(url, path));
  }
  return { cpu: (spent() - before) / count, first, later };
}

async function read(url, path) {
  const startedAt = performance.now();
  const answer = await fetch(url + path);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`);
  return performance.now() - startedAt;
}

/** @returns the answers a second of all services, and the slowest p99 in words. */
async function readFrom(services, paths, connections, duration) {
  const results = await Promise.all(
    services.map(({ url }) =>
      autocannon({
        url,
        duration,
        connections: Math.ceil(connections / services.length),
        requests: paths.map((path) => ({ method: "GET", path, ...(path.startsWith("/feeds/") && { setupRequest }) })),
      }),
    ),
  );
  const failed = results.reduce((sum, { errors, timeouts, non2xx }) => sum + errors + timeouts + non2xx, 0);
  const rate = results.reduce((sum, { requests }) => sum + requests.average, 0);
  const p99 = Math.max(...results.map(({ latency }) => latency.p99));
  return { rate, text: `${rate.toFixed(0)}/s, p99 ${p99} ms${failed > 0 ? `, ${failed} failed` : ""}` };
}

/** From another address each time, because one may fetch 60 calendars a minute. */
function setupRequest(request) {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  return { ...request, headers: { ...request.headers, "x-forwarded-for": address } };
}

function spread(milliseconds) {
  const [p50, p99] = quantiles(milliseconds, 0.5, 0.99);
  return `${p50.toFixed(1)}, ${p99.toFixed(1)} ms`;
}
