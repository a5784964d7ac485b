// The requests, and what each is compared with.
import { measure } from "./load.mjs";
import * as servers from "./servers.mjs";

const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const seconds = Number(process.env.BENCH_SECONDS ?? 1);
const connectionCounts = (process.env.BENCH_CONNECTIONS ?? "32,128").split(",").map(Number);

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

/** `BENCH_ROWS` names the requests to measure, separated by `;`. */
function wanted(names) {
  const asked = process.env.BENCH_ROWS?.split(";");
  return asked ? names.filter((name) => asked.includes(name)) : names;
}

async function tagOf({ url }) {
  const response = await fetch(`${url}/api/shows`, { headers: { "Accept-Encoding": "identity" } });
  await response.arrayBuffer();
  return response.headers.get("etag");
}

/** Each request compared with node:http serving the same bytes, with few connections and with many. */
export async function compareAll(mode, service, key, names = Object.keys(questions)) {
  const rows = [];
  for (const name of wanted(names)) {
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
  const names = ["shows, public", "shows, 304", "one show", "productions of a theatre", "cast members"];
  for (const name of wanted(names)) {
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

/** A service as it is often written by hand, which must serve the same bytes. */
export async function compareWithPeer(mode, service, peer) {
  const rows = [];
  for (const name of wanted(peer.questions)) {
    const [path] = questions[name];
    const [ours, theirs] = await Promise.all([service, peer].map(async ({ url }) => (await fetch(url + path)).text()));
    if (ours !== theirs) throw new Error(`${peer.url}${path} does not serve the same bytes.`);
    for (const connections of connectionCounts) {
      const of = ({ url, pid }) => ({ url: url + path, pid, connections });
      rows.push(rowOf(name, mode, connections, peer.name, await inTurn(of(service), of(peer))));
    }
  }
  return rows;
}

/** The cost of counting. */
export async function compareWithUncounted(mode, service, uncounted) {
  const of = ({ url, pid }) => ({ url: `${url}/api/shows`, pid, connections: 64 });
  return rowOf("shows, public", mode, 64, "uncounted", await inTurn(of(service), of(uncounted)));
}

function rowOf(what, mode, connections, against, turns) {
  const per = (figure) => spreadOf(turns.map(figure));
  return {
    what,
    mode,
    connections,
    against,
    rate: per(({ ours }) => ours.rate),
    p50: per(({ ours }) => ours.p50),
    p99: per(({ ours }) => ours.p99),
    cpu: per(({ ours }) => ours.cpu),
    theirCpu: per(({ theirs }) => theirs.cpu),
    overhead: per(({ ours, theirs }) => ours.cpu - theirs.cpu),
    ratio: per(({ ours, theirs }) => ours.rate / theirs.rate),
  };
}

/** One after the other, several times, so that a slow moment of the machine affects both. The first turn warms up. */
async function inTurn(one, other) {
  const turns = [];
  for (let round = 0; round <= rounds; round += 1) {
    const ours = await measure({ ...one, seconds });
    const theirs = await measure({ ...other, seconds });
    if (round > 0) turns.push({ ours, theirs });
  }
  return turns;
}

/** The median, and the quartiles around it. */
function spreadOf(figures) {
  const sorted = figures.toSorted((a, b) => a - b);
  const last = sorted.length - 1;
  return {
    median: sorted[Math.round(last / 2)],
    low: sorted[Math.floor(last / 4)],
    high: sorted[Math.ceil((3 * last) / 4)],
  };
}
