// Public pages from the page cache at a fixed rate, and beside them the API at a low one: do its answers stay quick?
import { setTimeout } from "node:timers/promises";
import autocannon from "autocannon";
import { processorMilliseconds } from "../load.mjs";
import { number } from "../options.mjs";
import * as servers from "../servers.mjs";

const summary = "public pages from the page cache, beside the API";

const options = {
  pages: number(1000, 10, 20_000, "pages a second"),
  api: number(100, 1, 5_000, "requests of the API a second"),
  shows: number(50, 1, 200, "different pages of shows"),
  seconds: number(10, 1, 600, "that the load lasts"),
  p99: number(25, 1, 10_000, "milliseconds that the API may take"),
};

const addresses = 64;

function plan({ pages, api, shows, seconds }) {
  return `${pages} pages a second of ${shows} shows, and ${api} requests of the API, for ${seconds} s, after a build and a first rendering of each page.`;
}

async function run({ pages, api, shows, seconds, p99 }) {
  await servers.buildAll();
  const service = await servers.startProductionServer({
    DATA_DIR: servers.temporaryFolder(),
    CLIENT_ADDRESS: "forwarded:1",
  });
  const listed = await (await fetch(`${service.url}/api/shows`)).json();
  const paths = ["/on", "/shows", "/theatres", ...listed.slice(0, shows).map(({ id }) => `/shows/${id}`)];
  for (const path of paths) await keep(service.url + path);
  const before = processorMilliseconds(service.pid);
  const [read, asked] = await Promise.all([
    load(service.url, paths, { rate: pages, seconds, connections: addresses }),
    load(service.url, ["/api/shows/hamilton"], { rate: api, seconds, connections: 4 }),
  ]);
  const spent = (processorMilliseconds(service.pid) - before) / (seconds * 10);
  console.log("                 a second      p50 ms      p99 ms      errors");
  print("pages", read);
  print("API", asked);
  console.log(`The service took ${spent.toFixed(0)} % of a processor.`);
  const isWhole = read.errors + read.non2xx + asked.errors + asked.non2xx === 0;
  return isWhole && read.requests.average >= pages * 0.97 && asked.latency.p99 < p99;
}

export const pagesKind = { summary, options, plan, run };

/** Has the page rendered, waiting its turn. */
async function keep(url) {
  for (let tries = 0; tries < 50; tries += 1) {
    const answer = await fetch(url);
    await answer.arrayBuffer();
    if (answer.ok) return;
    await setTimeout(500);
  }
  throw new Error(`${url} was not rendered.`);
}

/** Requests the paths in turn, from as many addresses as connections. */
function load(url, paths, { rate, seconds, connections }) {
  return autocannon({
    url,
    connections,
    duration: seconds,
    overallRate: rate,
    requests: paths.map((path) => ({ path })),
    headers: { "Accept-Encoding": "gzip, br" },
    setupClient: (client) => {
      clients += 1;
      client.setHeaders({
        "Accept-Encoding": "gzip, br",
        "X-Forwarded-For": `198.18.${clients >> 8}.${clients & 255}`,
      });
    },
  });
}

let clients = 0;

function print(name, { requests, latency, errors, non2xx }) {
  const cells = [requests.average.toFixed(0), latency.p50.toFixed(1), latency.p99.toFixed(1), errors + non2xx];
  console.log([name.padEnd(13), ...cells.map((cell) => String(cell).padStart(12))].join(""));
}
