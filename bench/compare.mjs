// The requests, and what each is compared with.
import { measure } from "./load.mjs";
import * as servers from "./servers.mjs";

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const connectionCounts = [32, 128];

/** Every request by name: its path and, once the service runs, its headers. */
const questions = {
  "shows, key": ["/api/shows", ({ key }) => ({ Authorization: `Bearer ${key}` })],
  "shows, public": ["/api/shows", () => ({})],
  "shows, gzip": ["/api/shows", () => ({ "Accept-Encoding": "gzip" })],
  "one show": ["/api/shows/hamilton", () => ({})],
  "productions of a theatre": ["/api/productions?theatre_id=palace", () => ({})],
  "cast members": ["/api/cast-members", () => ({})],
  "shows, 304": ["/api/shows", async ({ service }) => ({ "If-None-Match": await tagOf(service) })],
};

async function tagOf({ url }) {
  const response = await fetch(`${url}/api/shows`, { headers: { "Accept-Encoding": "identity" } });
  await response.arrayBuffer();
  return response.headers.get("etag");
}

/** Each request compared with node:http serving the same bytes, with few connections and with many. */
export async function compareAll(mode, service, key, names = Object.keys(questions)) {
  const rows = [];
  for (const name of names) {
    const [path, headersOf] = questions[name];
    const headers = await headersOf({ service, key });
    const limit = await servers.startLimit(service.url + path);
    for (const connections of connectionCounts) {
      const of = ({ url, pid }) => ({ url: url + path, pid, headers, connections });
      rows.push(rowOf(name, mode, connections, "node:http", await inTurn(of(service), of(limit))));
    }
    await limit.stop();
  }
  return rows;
}

/** Responses that are computed for a day. */
const computed = {
  "on, with cast": "/api/on?include=cast",
  "credits of a person": "/api/people/jon-robyns/credits",
};

/** Each response that is computed for a day, compared with a list of cast members of about the same size. */
export async function compareWithPlainLists(mode, service) {
  const rows = [];
  for (const [name, path] of Object.entries(computed)) {
    const bytes = (await (await fetch(service.url + path)).arrayBuffer()).byteLength;
    const plain = await plainListOf(service, bytes);
    for (const connections of connectionCounts) {
      const of = (asked) => ({ url: service.url + asked, pid: service.pid, connections });
      const what = `${name}, ${kilobytes(bytes)}`;
      const against = `plain list, ${kilobytes(plain.bytes)}`;
      rows.push(rowOf(what, mode, connections, against, await inTurn(of(path), of(plain.path))));
    }
  }
  return rows;
}

/** The cast members of as many productions as fit, the largest first. */
async function plainListOf({ url }, most) {
  const entries = await (await fetch(`${url}/api/cast-members`)).json();
  const sizes = new Map();
  for (const { production_id, ...entry } of entries)
    sizes.set(production_id, (sizes.get(production_id) ?? 0) + JSON.stringify({ production_id, ...entry }).length + 1);
  const bySize = [...sizes].sort(([, a], [, b]) => b - a);
  const ids = [];
  let bytes = 1;
  for (const [id, size] of bySize) {
    if (bytes + size > most) continue;
    ids.push(id);
    bytes += size;
  }
  return { path: `/api/cast-members?${ids.map((id) => `production_id=${id}`).join("&")}`, bytes };
}

function kilobytes(bytes) {
  return `${Math.round(bytes / 100) / 10} kB`;
}

/** The same routes under Next's own server. */
export async function compareWithNext(service, key) {
  const plain = await servers.startNext({ DATA_DIR: servers.temporaryFolder() });
  const rows = [];
  for (const name of ["shows, public", "shows, 304", "one show", "productions of a theatre", "cast members"]) {
    const [path, headersOf] = questions[name];
    const headers = await headersOf({ service, key });
    const { status } = await fetch(plain.url + path, { headers });
    if (status >= 400) throw new Error(`${plain.url}${path} answers ${status} and can't be compared.`);
    const of = ({ url, pid }) => ({ url: url + path, pid, headers, connections: 32 });
    rows.push(rowOf(name, "embedded", 32, "next start", await inTurn(of(service), of(plain))));
  }
  await plain.stop();
  return rows;
}

/** The cost of counting. */
export async function compareWithUncounted(mode, service, uncounted) {
  const of = ({ url, pid }) => ({ url: `${url}/api/shows`, pid, connections: 64 });
  return rowOf("shows, public", mode, 64, "uncounted", await inTurn(of(service), of(uncounted)));
}

function rowOf(what, mode, connections, against, [ours, theirs]) {
  return { what, mode, connections, against, ...ours, ratio: ours.rate / theirs.rate };
}

/**
 * One after another, a second each, several times. Takes the best of each, so that a pause of the machine does not
 * count.
 */
async function inTurn(one, other) {
  const best = [null, null];
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, load] of [one, other].entries()) {
      const run = await measure({ ...load, seconds: 1 });
      if (!best[place] || run.rate > best[place].rate) best[place] = run;
    }
  }
  return best;
}
