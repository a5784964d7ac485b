// A private PostgreSQL and a private Redis for tests and benchmarks: on free ports, in temporary folders, not as root,
// and stopped with the process that started them.
import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * A private server. `kill` ends it like a power failure; `restart` starts it again with its data.
 * @typedef {{ pid: number, kill: () => Promise<void>, restart: () => Promise<void>, stop: () => Promise<void> }} Own
 */

/**
 * @param {{ parent?: string, settings?: Record<string, string> }} [options] `parent`: where its folder is made;
 * `settings`: more lines of its `postgresql.conf`.
 * @returns {Promise<Own & { url: string, localUrl: string } | null>} `localUrl`: the same, by the socket in
 * its folder; null when no PostgreSQL server is installed.
 */
export async function startPostgres({ parent, settings } = {}) {
  const programs = findPostgres();
  if (!programs) return null;
  const user = unprivilegedUser("postgres");
  const folder = ownFolder("theatre-postgres-", user, parent);
  const data = path.join(folder, "data");
  const initFlags = ["-D", data, "-U", "theatre", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"];
  const options = { ...user, cwd: folder, encoding: "utf8" };
  const { status, stderr } = spawnSync(path.join(programs, "initdb"), initFlags, options);
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`);

  const port = await freePort();
  const places = { port, listen_addresses: "127.0.0.1", unix_socket_directories: folder };
  const flags = Object.entries({ ...places, max_connections: 200, fsync: "off", ...settings }).flatMap(
    ([name, value]) => ["-c", `${name}=${value}`],
  );
  const url = `postgresql://theatre@127.0.0.1:${port}/postgres`;
  const own = await startOwn({
    launch: () =>
      spawn(path.join(programs, "postgres"), ["-D", data, ...flags], { ...user, cwd: folder, stdio: "ignore" }),
    answers: async () => {
      const ready = spawnSync(path.join(programs, "psql"), [url, "-Atc", "SELECT 1"], { encoding: "utf8" });
      return ready.stdout?.trim() === "1";
    },
    name: `PostgreSQL on port ${port}`,
    stopSignal: "SIGINT",
    folder,
  });
  return Object.assign(own, { url, localUrl: `${url}?host=${folder}` });
}

/**
 * @param {{ isKept?: boolean }} [options] `isKept`: persists its data, as in `compose.yaml`.
 * @returns {Promise<Own & { port: number } | null>} null when no Redis server is installed.
 */
export async function startRedis({ isKept = false } = {}) {
  const program = findRedis();
  if (!program) return null;
  const user = unprivilegedUser("redis");
  const folder = ownFolder("theatre-redis-", user);
  const port = await freePort();
  const kept = ["--save", "", "--appendonly", isKept ? "yes" : "no"];
  const flags = ["--port", String(port), "--bind", "127.0.0.1", ...kept, "--dir", folder];
  const own = await startOwn({
    launch: () => spawn(program, flags, { ...user, cwd: folder, stdio: "ignore" }),
    answers: () => answersOn(port, "PING\r\n"),
    name: `Redis on port ${port}`,
    stopSignal: "SIGTERM",
    folder,
  });
  return Object.assign(own, { port });
}

/** Starts a program, and waits until it answers. @returns {Promise<Own>} */
export async function startOwn({ launch, answers, name, stopSignal, folder }) {
  let server = launch();
  const started = () =>
    until(async () => {
      // A killed server may leave processes, which would make the next start fail.
      if (server.exitCode !== null) server = launch();
      return answers();
    }, name);
  await started();
  return {
    get pid() {
      return server.pid;
    },
    kill: () => end(server, "SIGKILL"),
    restart: () => {
      server = launch();
      return started();
    },
    stop: async () => {
      await end(server, stopSignal);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A free port of this machine. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** The folder of PostgreSQL's programs: POSTGRES_PROGRAMS, or the newest version; undefined when none is installed. */
export function findPostgres() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const ofDebian = versions.map((version) => path.join(debian, version, "bin"));
  const { POSTGRES_PROGRAMS, PATH = "" } = process.env;
  const folders = POSTGRES_PROGRAMS ? [POSTGRES_PROGRAMS] : [...ofDebian, ...PATH.split(":")];
  return folders.find((folder) => ["initdb", "postgres", "psql"].every((name) => existsSync(path.join(folder, name))));
}

/** Redis's program; undefined when none is installed. */
export const findRedis = () => findProgram("redis-server");

/** PgBouncer's program; undefined when none is installed. */
export const findPgBouncer = () => findProgram("pgbouncer");

/** The servers that tests need and that are not installed, with the command that installs each. */
export function missingServers() {
  return [
    [findPostgres(), "no PostgreSQL server: apt-get install postgresql"],
    [findRedis(), "no Redis server: apt-get install redis-server"],
    [findPgBouncer(), "no PgBouncer: apt-get install pgbouncer"],
  ].flatMap(([found, note]) => (found ? [] : [note]));
}

/** Debian has PgBouncer where only root looks. */
function findProgram(name) {
  const folders = [...(process.env.PATH ?? "").split(":"), "/usr/sbin"];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

/** Neither server runs as root: it uses the account that Debian created for it, or else `nobody`. */
export function unprivilegedUser(preferred) {
  const own = { uid: undefined, gid: undefined };
  if (process.getuid?.() !== 0) return own;
  for (const name of [preferred, "nobody"]) {
    const [uid, gid] = ["-u", "-g"].map((flag) => Number(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout));
    if (uid && gid) return { uid, gid };
  }
  return own;
}

export function ownFolder(prefix, { uid, gid }, parent = tmpdir()) {
  const folder = mkdtempSync(path.join(parent, prefix));
  if (uid) chownSync(folder, uid, gid);
  return folder;
}

async function until(isTrue, what) {
  for (let attempt = 0; attempt < 150; attempt += 1) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what} did not start within 15 seconds.`);
}

/** Whether a connection to the port is accepted, and answered if something is sent. */
export function answersOn(port, message = "") {
  return new Promise((resolve) => {
    const end = (isAnswered) => () => {
      socket.destroy();
      resolve(isAnswered);
    };
    const socket = connect(port, "127.0.0.1", () => socket.write(message));
    socket.once(message === "" ? "connect" : "data", end(true));
    socket.once("error", end(false)).once("close", end(false)).setTimeout(1000, end(false));
  });
}

async function end(server, signal) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill(signal);
  await ended;
}
