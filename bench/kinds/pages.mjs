// Public pages from the page cache at a fixed rate, and beside them the API at a low one: do its answers stay quick?
import { once } from "node:events";
import { Agent, get } from "node:http";
import { setTimeout } from "node:timers/promises";
import { processorMilliseconds, quantiles } from "../load.mjs";
import * as servers from "../servers.mjs";

const addresses = 64;

export const pagesKind = {
  summary: "public pages from the page cache, beside the API",
  options: {
    pages: [1000, "pages a second"],
    api: [100, "requests of the API a second"],
    shows: [50, "different pages of shows"],
    seconds: [10, "that the load lasts"],
    p99: [25, "milliseconds that the API may take"],
  },
  run,
};

async function run({ pages, api, shows, seconds, p99 }) {
  const settings = { DATA_DIR: servers.temporaryFolder(), CLIENT_ADDRESS: "forwarded:1" };
  const service = await servers.startService(settings);
  const listed = await (await fetch(`${service.url}/api/shows`)).json();
  const paths = ["/on", "/shows", "/theatres", ...listed.slice(0, shows).map(({ id }) => `/shows/${id}`)];
  for (const path of paths) await renderPage(service.url + path);
  const before = processorMilliseconds(service.pid);
  const [ofPages, ofApi] = await Promise.all([
    load(service.url, paths, pages, seconds),
    load(service.url, ["/api/shows/hamilton"], api, seconds),
  ]);
  const spent = (processorMilliseconds(service.pid) - before) / (seconds * 10);
  console.table({ pages: ofPages, API: ofApi });
  console.log(`The service took ${spent.toFixed(0)} % of a processor.`);
  return ofPages.errors + ofApi.errors === 0 && ofPages.rate >= pages * 0.97 && ofApi.p99 < p99;
}

/** Has the page rendered, waiting its turn. */
async function renderPage(url) {
  for (let tries = 0; tries < 50; tries += 1) {
    const response = await fetch(url);
    await response.arrayBuffer();
    if (response.ok) return;
    await setTimeout(500);
  }
  throw new Error(`${url} was not rendered.`);
}

/**
 * Requests the paths in turn, each when it is due and from the next of the addresses. Autocannon sends a second's
 * requests all at once, so that they wait for each other. Latency counts from when a request was due.
 */
async function load(url, paths, rate, seconds) {
  const agent = new Agent({ keepAlive: true, maxSockets: addresses });
  const latencies = [];
  let errors = 0;
  const request = async (index, due) => {
    const headers = { "Accept-Encoding": "gzip, br", "X-Forwarded-For": `198.18.0.${index % addresses}` };
    const [response] = await once(get(url + paths[index % paths.length], { agent, headers }), "response");
    await once(response.resume(), "end");
    latencies.push(performance.now() - due);
    if (response.statusCode !== 200) errors += 1;
  };
  const requests = [];
  const startedAt = performance.now();
  for (let index = 0; index < rate * seconds; index += 1) {
    const due = startedAt + (index * 1000) / rate;
    // Timers are exact to a millisecond.
    if (due - performance.now() > 1) await setTimeout(due - performance.now());
    requests.push(request(index, due).catch(() => (errors += 1)));
  }
  await Promise.all(requests);
  const took = performance.now() - startedAt;
  agent.destroy();
  const [p50, p99] = quantiles(latencies, 0.5, 0.99);
  return { rate: Math.round((latencies.length * 1000) / took), p50, p99, errors };
}
