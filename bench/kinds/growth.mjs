// What a write costs, and how readers fare beside writes, with more and more data. Pages are measured too.
import { randomInt } from "node:crypto";
import autocannon from "autocannon";
import { startPostgres } from "../../scripts/services.mjs";
import { processorMilliseconds, quantiles, residentMegabytes } from "../load.mjs";
import { multiplyData } from "../multiply.mjs";
import * as servers from "../servers.mjs";

const production = "hamilton-victoria-palace-2017";
const writesPerSecond = 10;
const warmUpSeconds = 2;

const cast = `/api/productions/${production}/cast`;
/** What is read after each write: each depends on the changed show. */
const readsAfterWrite = ["/api/shows/hamilton", "/api/shows", "/api/search?q=hamilton", cast, "/api/on"];

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
    cast,
  ],
  cast: [cast],
  calendar: ["/feeds/west-end.ics"],
  pages: ["/", "/docs"],
};

export const growthKind = {
  summary: "what a write costs and how readers fare beside writes, with more and more data",
  options: {
    times: [["1", "10", "30", "100"], "as much data"],
    databases: [["embedded", "postgresql"], "where the data are"],
    instances: [["1", "3"], "of the service; several need PostgreSQL"],
    rows: [Object.keys(mixtures), "what is read beside writes"],
    writes: [40, "whose processor time is measured"],
    seconds: [5, "of reads alone, and as many beside writes"],
    connections: [32, "at once"],
    before: ["", "the folder of an earlier commit, built, to measure after each"],
  },
  run,
};

async function run({ times, databases, instances, before, ...measured }) {
  console.log("| data | database | instances | what | figure |\n|--:|---|--:|---|---|");
  for (const factor of times.map(Number))
    for (const database of databases)
      for (const folder of before ? [undefined, before] : [undefined]) {
        const { settings, stop } = await filled(database, factor, folder);
        const data = `${factor}${folder ? ", before" : ""} | ${database}`;
        for (const count of instances.map(Number).filter((number) => database !== "embedded" || number === 1))
          await measureService({ ...measured, settings, folder, count, names: `${data} | ${count}` });
        await stop();
      }
}

/** @returns the settings for a database with so many times as much data. */
async function filled(database, factor, folder) {
  const postgres = database === "postgresql" ? await servers.startUntilEnd(startPostgres) : null;
  if (database === "postgresql" && !postgres) throw new Error("No PostgreSQL server: apt-get install postgresql");
  const place = postgres ? { DATABASE_URL: postgres.url } : { DATA_DIR: servers.temporaryFolder() };
  const settings = { ...place, CLIENT_ADDRESS: "forwarded:1" };
  await (await servers.startService(settings, folder)).stop();
  if (factor > 1) await multiplyData(settings, factor - 1);
  return { settings, stop: () => postgres?.stop() };
}

async function measureService({ settings, folder, count, names, rows, writes, seconds, connections }) {
  const print = (what, figure) => console.log(`| ${names} | ${what} | ${figure} |`);
  const started = [];
  while (started.length < count) started.push(await servers.startService(settings, folder));
  const [{ url: firstUrl, pid, took }] = started;
  const first = await request(`${firstUrl}/api/shows`);
  print("start, and the first list", `${took.toFixed(0)} ms, ${first.toFixed(0)} ms`);
  const write = await writerFor(firstUrl);
  await costOfWrites(started, write, 5);
  const { cpu, first: slowest, later } = await costOfWrites(started, write, writes);
  print("processor time a write, with the reads after it", `${cpu.toFixed(1)} ms`);
  print("the first read after a write, the four others: p50, p99", `${spread(slowest)}; ${spread(later)}`);
  for (const row of rows) {
    // What is made once, such as the stored dates of calendars, is not measured.
    for (const { url } of started) for (const path of mixtures[row]) await request(url + path);
    const load = (duration) => readFrom(started, mixtures[row], connections, duration);
    await load(warmUpSeconds);
    const alone = await load(seconds);
    const writing = setInterval(() => void write().catch(() => undefined), 1000 / writesPerSecond);
    const beside = await load(seconds);
    clearInterval(writing);
    const share = (beside.rate / alone.rate).toFixed(2);
    print(`${row}: alone; beside ${writesPerSecond} writes a second`, `${alone.text}; ${beside.text}; ${share} ×`);
  }
  print("resident memory of an instance", `${residentMegabytes(pid).toFixed(0)} MB`);
  for (const service of started) await service.stop();
}

/** @returns a function that changes the description of a show. */
async function writerFor(url) {
  const headers = { cookie: await servers.signInAsAdministrator(url), "content-type": "application/json" };
  let turn = 0;
  return async () => {
    turn += 1;
    const body = JSON.stringify({ description: `The description in turn ${turn}.` });
    await request(`${url}/api/shows/hamilton`, { method: "PUT", headers, body });
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
      for (const [index, path] of readsAfterWrite.entries())
        (index === 0 ? first : later).push(await request(url + path));
  }
  return { cpu: (spent() - before) / count, first, later };
}

/** @returns milliseconds. */
async function request(url, options = {}) {
  const startedAt = performance.now();
  const response = await fetch(url, options);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${options.method ?? "GET"} ${url} answered ${response.status}.`);
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
function setupRequest(options) {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  return { ...options, headers: { ...options.headers, "x-forwarded-for": address } };
}

function spread(milliseconds) {
  const [p50, p99] = quantiles(milliseconds, 0.5, 0.99);
  return `${p50.toFixed(1)}, ${p99.toFixed(1)} ms`;
}
