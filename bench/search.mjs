// `npm run bench:search`: searches of the dataset, and of a hundred times as much data, on a private PostgreSQL.
import { spawnSync } from "node:child_process";
import { startPostgres } from "../scripts/services.mjs";
import { measure } from "./load.mjs";
import { printFacts } from "./print.mjs";
import * as servers from "./servers.mjs";

const copies = Number(process.env.BENCH_COPIES ?? 99);
const questionCount = 2000;
const connections = 8;
const turns = 3;
const facts = [];

await servers.buildApi();
const postgres = await startPostgres();
if (!postgres) throw new Error("No PostgreSQL server is installed.");
servers.stopLater(() => postgres.stop());
try {
  await measureAll("dataset");
  multiply(postgres.url);
  await measureAll(`${copies + 1} times as much`);
} finally {
  await servers.stopAll();
}
printFacts(facts);

async function measureAll(size) {
  const service = await servers.startApiServer({ DATABASE_URL: postgres.url, NODE_ENV: "test" });
  const questions = await questionsFor(service.url);
  const first = await watched(service.url, () => ask(service.url, [questions[0]]));
  facts.push([`first search of a version, ${size}`, `${first.took.toFixed(0)} ms; ${first.waits}`]);
  await ask(service.url, questions.slice(0, 200));
  const different = await watched(service.url, () => ask(service.url, questions.slice(200)));
  const [p50, p99] = [0.5, 0.99].map((share) => different.result[Math.floor(different.result.length * share)]);
  facts.push([
    `${questionCount - 200} different searches, q and three filters, ${size}`,
    `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms; ${different.waits}`,
  ]);
  const best = { plain: 0, search: 0 };
  for (let turn = 0; turn < turns; turn += 1) {
    const load = { pid: service.pid, connections: 32, seconds: 2 };
    best.plain = Math.max(best.plain, (await measure({ ...load, url: `${service.url}/api/shows/hamilton` })).rate);
    best.search = Math.max(best.search, (await measure({ ...load, url: service.url + questions[0] })).rate);
  }
  facts.push([`the same search again over a plain read, ${size}`, `${(best.search / best.plain).toFixed(2)} ×`]);
  await service.stop();
}

/** Questions that find something: an assignment's person, theatre and show, on a day of the run. */
async function questionsFor(url) {
  const [members, productions] = await Promise.all(
    ["cast-members", "productions"].map(async (path) => (await fetch(`${url}/api/${path}`)).json()),
  );
  const runs = new Map(productions.map((production) => [production.id, production]));
  const step = members.length / questionCount;
  return Array.from({ length: questionCount }, (_, n) => {
    const { person, production_id } = members[Math.floor(n * step)];
    const { theatre_id, show_id, opening_date } = runs.get(production_id);
    const q = person.name
      .split(" ")
      .at(n % 2 === 0 ? 0 : -1)
      .slice(0, 4 + (n % 5));
    const search = new URLSearchParams({ q, theatre_id, show_id, running_on: opening_date, limit: `${20 + (n % 60)}` });
    return `/api/search/people?${search}`;
  });
}

/** @returns the latencies in milliseconds, the shortest first. */
async function ask(url, questions) {
  const left = [...questions];
  const latencies = [];
  const worker = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const startedAt = performance.now();
      const response = await fetch(url + next);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${next} answered ${response.status}.`);
      latencies.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return latencies.sort((one, other) => one - other);
}

/** How long the work took, and how long /api/health, asked without a pause, waited meanwhile. */
async function watched(url, work) {
  let isRunning = true;
  let longest = 0;
  const watch = (async () => {
    while (isRunning) {
      const startedAt = performance.now();
      await (await fetch(`${url}/api/health`)).arrayBuffer();
      longest = Math.max(longest, performance.now() - startedAt);
    }
  })();
  const startedAt = performance.now();
  const result = await work();
  const took = performance.now() - startedAt;
  isRunning = false;
  await watch;
  return { result, took, waits: `/api/health took ${longest.toFixed(0)} ms at the most` };
}

/** Copies every record, with references to the copies. */
function multiply(url) {
  const tables = {
    shows: [],
    theatres: [],
    people: [],
    productions: ["show_id", "theatre_id"],
    roles: ["production_id"],
    cast_members: ["person_id", "production_id", "role_id"],
  };
  const statements = Object.entries(tables).map(([table, references]) => {
    const changed = ["id", ...references].map((field) => `'${field}', record.${field} || '~' || n`);
    const named = ["shows", "theatres", "people"].includes(table) ? [`'name', record.name || ' ' || n`] : [];
    return `INSERT INTO ${table} SELECT made.* FROM ${table} AS record, generate_series(1, ${copies}) AS n,
      jsonb_populate_record(record, jsonb_build_object(${[...changed, ...named].join(", ")})) AS made;`;
  });
  const empty =
    "UPDATE cast_members SET covers = '[]'; UPDATE theatres SET current_show_id = NULL; UPDATE productions SET transfer_of = NULL;";
  const { status, stderr } = spawnSync(
    "psql",
    [url, "-v", "ON_ERROR_STOP=1", "-qc", [empty, ...statements].join("\n")],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
}
