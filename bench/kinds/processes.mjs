// One process and several behind one port (`WEB_CONCURRENCY`), on the same PostgreSQL, in turns.
import { availableParallelism } from "node:os";
import { startPostgres } from "../../scripts/services.mjs";
import { loadGenerator, measure } from "../load.mjs";
import { number } from "../options.mjs";
import * as servers from "../servers.mjs";

const paths = ["/api/shows", "/api/shows/hamilton", "/api/search?q=wicked", "/"];

const summary = "one process, and several behind one port";

const options = {
  processes: number(2, 2, 64, "that share the port"),
  connections: number(64, 1, 1_000, "at once"),
  rounds: number(5, 1, 100, "turns of each side; one more warms up"),
  seconds: number(2, 1, 60, "that a turn takes"),
};

function plan({ processes, rounds, seconds }) {
  const total = Math.ceil((paths.length * (rounds + 1) * 2 * seconds) / 60);
  return `One process and ${processes}, with PostgreSQL and ${loadGenerator} on the same ${availableParallelism()} cores: about ${total} minutes, after a build.`;
}

async function run({ processes, connections, rounds, seconds }) {
  await servers.buildAll();
  const postgres = await startPostgres();
  if (!postgres) throw new Error("No PostgreSQL server is installed.");
  servers.stopLater(() => postgres.stop());
  const settings = { DATABASE_URL: postgres.url };
  const alone = await servers.startProductionServer(settings);
  const several = await servers.startProductionServer({ ...settings, WEB_CONCURRENCY: String(processes) });
  console.log("\n| request | processes | requests/s | p50 ms | p99 ms | CPU µs |\n|---|--:|--:|--:|--:|--:|");
  for (const path of paths) {
    const rows = [
      { count: 1, service: alone, results: [] },
      { count: processes, service: several, results: [] },
    ];
    for (let round = 0; round <= rounds; round += 1)
      for (const { service, results } of rows) {
        const result = await measure({ url: service.url + path, pid: service.pid, connections, seconds });
        if (round > 0) results.push(result);
      }
    for (const { count, results } of rows) console.log(`| ${[path, count, ...figures(results)].join(" | ")} |`);
  }
}

export const processesKind = { summary, options, plan, run };

function figures(results) {
  const median = (figure, digits) => {
    const sorted = results.map(figure).toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)].toFixed(digits);
  };
  return [
    median(({ rate }) => rate, 0),
    median(({ p50 }) => p50, 1),
    median(({ p99 }) => p99, 1),
    median(({ cpu }) => cpu, 0),
  ];
}
