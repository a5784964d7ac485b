// A private PgBouncer for tests, beside the servers of services.mjs.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { answersOn, findPgBouncer, freePort, ownFolder, startOwn, unprivilegedUser } from "./services.mjs";

/**
 * PgBouncer in transaction mode in front of a PostgreSQL server, with a pool of five connections for each database.
 * @param {string} postgresUrl
 * @returns {Promise<import("./services.mjs").Own & { url: string } | null>} null when PgBouncer is not installed.
 */
export async function startPgBouncer(postgresUrl) {
  const program = findPgBouncer();
  if (!program) return null;
  const user = unprivilegedUser("postgres");
  const folder = ownFolder("theatre-pgbouncer-", user);
  const port = await freePort();
  const { hostname, port: serverPort, username, pathname } = new URL(postgresUrl);
  const users = path.join(folder, "users.txt");
  const file = path.join(folder, "pgbouncer.ini");
  writeFileSync(users, `"${username}" ""\n`, { mode: 0o644 });
  const settings = `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 5
max_client_conn = 200
`;
  writeFileSync(file, settings, { mode: 0o644 });
  const own = await startOwn({
    launch: () => spawn(program, ["--quiet", file], { ...user, cwd: folder, stdio: "ignore" }),
    answers: () => answersOn(port),
    name: `PgBouncer on port ${port}`,
    stopSignal: "SIGTERM",
    folder,
  });
  return Object.assign(own, { url: `postgresql://${username}@127.0.0.1:${port}${pathname}` });
}
