// Minutes of steady load with writes in between, on this machine. Fails on a server error, and when the process keeps
// growing.
import { readdirSync } from "node:fs";
import autocannon from "autocannon";
import { startPostgres, startRedis } from "../../scripts/services.mjs";
import { residentMegabytes } from "../load.mjs";
import { number, one } from "../options.mjs";
import {
  buildAll,
  createBenchKey,
  signInAsAdministrator,
  startBridgeServer,
  startProductionServer,
  stopLater,
  temporaryFolder,
} from "../servers.mjs";

const looksEveryMilliseconds = 5_000;
const writesEveryMilliseconds = 250;
/** How much a stable process may still grow between its second quarter and its last. */
const slack = { megabytes: 40, share: 0.15, descriptors: 10 };

const paths = [
  "/api/shows",
  "/api/shows/hamilton",
  "/api/theatres",
  "/api/people",
  "/api/roles",
  "/api/productions?theatre_id=palace",
  "/api/cast-members?production_id=hamilton-victoria-palace-2017",
  "/api/cast-members",
  "/api/shows/nothing-of-that-name",
  "/api/quota",
];

const summary = "steady load with writes in between; fails on a server error, and when the process keeps growing";

const options = {
  minutes: number(10, 0.5, 10_000, "of load"),
  rate: number(1000, 1, 100_000, "reads a second"),
  store: one(["embedded", "servers"], "the embedded database, or PostgreSQL and Redis"),
};

function plan({ minutes, rate, store }) {
  return `${minutes} minutes of ${rate} reads and ${1000 / writesEveryMilliseconds} writes a second (${store}), after a build.`;
}

async function run({ minutes, rate, store }) {
  await buildAll();
  const settings = store === "servers" ? await startServers() : { DATA_DIR: temporaryFolder() };
  const key = await createBenchKey(settings);
  return soak(await startProductionServer(settings), key, minutes, rate);
}

export const soakKind = { summary, options, plan, run };

async function soak({ url, pid }, key, minutes, rate) {
  const end = performance.now() + minutes * 60_000;
  const looks = [];
  const watching = setInterval(() => looks.push(lookAt(pid)), looksEveryMilliseconds);
  const [load, writes] = await Promise.all([readAll(url, key, minutes, rate), writeUntil(url, end)]);
  clearInterval(watching);
  return report(load, rate, writes, looks);
}

function readAll(url, key, minutes, rate) {
  const requests = paths.map((path, index) => ({
    method: "GET",
    path,
    headers: { "accept-encoding": "br", ...(index % 2 === 0 ? { authorization: `Bearer ${key}` } : {}) },
  }));
  return autocannon({ url, requests, connections: 50, overallRate: rate, duration: minutes * 60, timeout: 30 });
}

/** A writer that creates a person, changes it, and deletes it. */
async function writeUntil(url, end) {
  const headers = { cookie: await signInAsAdministrator(url), "content-type": "application/json" };
  const statuses = {};
  const send = async (method, path, body) => {
    const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    return answer.json();
  };
  const rest = () => new Promise((resolve) => setTimeout(resolve, writesEveryMilliseconds));
  for (let turn = 1; performance.now() < end; turn += 1) {
    const { id } = await send("POST", "/api/people", { name: `Soaked ${turn}` });
    await rest();
    await send("PUT", `/api/people/${id}`, { bio: `Corrected in turn ${turn}.` });
    await rest();
    await send("DELETE", `/api/people/${id}`);
    await rest();
  }
  return statuses;
}

function report(load, rate, writes, looks) {
  const quarter = Math.floor(looks.length / 4);
  const [second, last] = [looks.slice(quarter, 2 * quarter), looks.slice(-quarter)];
  const middle = (part, name) => part.map((look) => look[name]).sort((a, b) => a - b)[Math.floor(part.length / 2)];
  const [before, after] = [middle(second, "megabytes"), middle(last, "megabytes")];
  const [open, stillOpen] = [middle(second, "descriptors"), middle(last, "descriptors")];
  const writeFaults = Object.keys(writes).filter((status) => Number(status) >= 500);
  const checks = [
    [
      "reads",
      `${load.requests.total}, ${load.requests.average.toFixed(0)} a second, p50 ${load.latency.p50} ms, p99 ${load.latency.p99} ms, most ${load.latency.max} ms`,
      load.requests.average > rate * 0.95,
    ],
    [
      "statuses of reads",
      `2xx ${load["2xx"]}, 4xx ${load["4xx"]}, 5xx ${load["5xx"]}; errors ${load.errors}, timeouts ${load.timeouts}`,
      load["5xx"] + load.errors + load.timeouts === 0,
    ],
    [
      "statuses of writes",
      Object.entries(writes)
        .map(([status, count]) => `${status}: ${count}`)
        .join(", "),
      writeFaults.length === 0 && Object.keys(writes).length > 0,
    ],
    [
      "resident memory",
      `${before} MB in the second quarter, ${after} MB in the last`,
      !(after - before > Math.max(slack.megabytes, before * slack.share)),
    ],
    [
      "open descriptors",
      `${open} in the second quarter, ${stillOpen} in the last`,
      !(stillOpen - open > slack.descriptors),
    ],
  ];
  for (const [name, text, isGood] of checks)
    console.log(`${(isGood ? "ok" : "FAILED").padEnd(8)}${name.padEnd(20)}${text}`);
  return checks.every(([, , isGood]) => isGood);
}

function lookAt(pid) {
  return { megabytes: Math.round(residentMegabytes(pid)), descriptors: descriptorsOf(pid) };
}

/** NaN where the system has no /proc. */
function descriptorsOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return Number.NaN;
  }
}

async function startServers() {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  if (!postgres || !redis) throw new Error("PostgreSQL and Redis are needed: apt-get install postgresql redis-server");
  stopLater(() => Promise.all([postgres.stop(), redis.stop()]));
  const token = "soak";
  const bridge = await startBridgeServer(redis.port, token);
  return { DATABASE_URL: postgres.url, UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: token };
}
