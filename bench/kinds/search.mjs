// Searches of the dataset, and of many times as much data, on a private PostgreSQL.
import { startPostgres } from "../../scripts/services.mjs";
import { measure } from "../load.mjs";
import { multiplyServer } from "../multiply.mjs";
import { number } from "../options.mjs";
import * as servers from "../servers.mjs";

const questionCount = 2000;
const connections = 8;
const turns = 3;

const summary = "searches of the dataset and of many times as much data, on PostgreSQL";

const options = { copies: number(99, 1, 999, "of each record, beside the record itself") };

function plan({ copies }) {
  return `Searches of the dataset, and of ${copies + 1} times as much: about ${Math.ceil(2 + copies / 33)} minutes, after a build.`;
}

async function run({ copies }) {
  await servers.buildApi();
  const postgres = await startPostgres();
  if (!postgres) throw new Error("No PostgreSQL server is installed.");
  servers.stopLater(() => postgres.stop());
  console.log("| what | figure |\n|---|---|");
  await measureAll(postgres.url, "dataset");
  multiplyServer(postgres.url, copies);
  await measureAll(postgres.url, `${copies + 1} times as much`);
}

export const searchKind = { summary, options, plan, run };

function print(what, figure) {
  console.log(`| ${what} | ${figure} |`);
}

async function measureAll(url, size) {
  const service = await servers.startApiServer({ DATABASE_URL: url, NODE_ENV: "test" });
  const questions = await questionsFor(service.url);
  const first = await watched(service.url, () => ask(service.url, [questions[0]]));
  print(`first search of a version, ${size}`, `${first.took.toFixed(0)} ms; ${first.waits}`);
  await ask(service.url, questions.slice(0, 200));
  const different = await watched(service.url, () => ask(service.url, questions.slice(200)));
  const [p50, p99] = [0.5, 0.99].map((share) => different.result[Math.floor(different.result.length * share)]);
  print(
    `${questionCount - 200} different searches, q and three filters, ${size}`,
    `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms; ${different.waits}`,
  );
  const best = { plain: 0, search: 0 };
  for (let turn = 0; turn < turns; turn += 1) {
    const load = { pid: service.pid, connections: 32, seconds: 2 };
    best.plain = Math.max(best.plain, (await measure({ ...load, url: `${service.url}/api/shows/hamilton` })).rate);
    best.search = Math.max(best.search, (await measure({ ...load, url: service.url + questions[0] })).rate);
  }
  print(`the same search again over a plain read, ${size}`, `${(best.search / best.plain).toFixed(2)} ×`);
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
