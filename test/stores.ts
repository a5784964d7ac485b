import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { Redis } from "@upstash/redis";
import { inject, onTestFinished } from "vitest";
import { answersOn, findPgBouncer, freePort, ownFolder, startOwn, unprivilegedUser } from "../scripts/services.mjs";
import { upstashBridge } from "../scripts/upstash-bridge.ts";
import {
  createTestDatabase,
  databaseKinds,
  emptyDatabase,
  everyDatabaseKind,
  fastestDatabase,
  type DatabaseKind,
} from "./databases.ts";
import { delegate, useFixture } from "./fixture.ts";
import { serveFrom, type TestService, type TestServiceOptions } from "./service.ts";

/** The stores that can count requests: both kinds of database, and Upstash with either of them. */
export const everyStore: readonly StoreName[] = [...everyDatabaseKind, ...upstash()];
/** The stores for suites in which the kinds of database can't differ. */
export const stores: readonly StoreName[] = [...databaseKinds, ...upstash()];
/** The stores that several instances can share, where their database can be shared too. */
export const sharedStores: readonly StoreName[] =
  inject("postgresUrl") === null ? [] : stores.filter((store) => store !== "embedded");
export type StoreName = DatabaseKind | "upstash";

export interface UpstashForTests {
  settings: { UPSTASH_REDIS_REST_URL: string; UPSTASH_REDIS_REST_TOKEN: string };
  port: number;
  client(): Redis;
  close(): Promise<void>;
}

function upstash(): StoreName[] {
  return inject("redisPort") === null ? [] : ["upstash"];
}

/** A test's own bridge to Redis, on a free port. */
export interface RunningBridge {
  url: string;
  port: number;
  token: string;
  close(): Promise<void>;
}

export async function startBridge(redisPort: number, token = "a test's token"): Promise<RunningBridge> {
  const server = upstashBridge({ redisHost: "127.0.0.1", redisPort, token });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    token,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Upstash in tests: our bridge in front of a real Redis. */
export async function startUpstash(): Promise<UpstashForTests> {
  const bridge = await startBridge(inject("redisPort") ?? 0);
  const client = () => new Redis({ url: bridge.url, token: bridge.token, enableTelemetry: false });
  return {
    settings: { UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: bridge.token },
    port: bridge.port,
    client,
    close: bridge.close,
  };
}

/** PgBouncer's program; undefined when tests can't put it in front of a PostgreSQL server here. */
const pooler = inject("postgresUrl") === null ? undefined : findPgBouncer();
export const hasPooler = pooler !== undefined;

/**
 * An empty database, and PgBouncer in transaction mode in front of it, with a pool of five connections, until the end of
 * the test.
 */
export async function emptyDatabaseBehindPooler(): Promise<{ direct: string; pooled: string }> {
  const database = await emptyDatabase();
  onTestFinished(() => database.remove());
  if (pooler === undefined) throw new Error("PgBouncer is not installed here.");
  const user = unprivilegedUser("postgres");
  const folder = ownFolder("theatre-pgbouncer-", user);
  const port = await freePort();
  const { hostname, port: serverPort, username, pathname } = new URL(database.url);
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
    launch: () => spawn(pooler, ["--quiet", file], { ...user, cwd: folder, stdio: "ignore" }),
    answers: () => answersOn(port),
    name: `PgBouncer on port ${port}`,
    stopSignal: "SIGTERM",
    folder,
  });
  onTestFinished(() => own.stop());
  return { direct: database.url, pooled: `postgresql://${username}@127.0.0.1:${port}${pathname}` };
}

/** Two instances with one database. The embedded database allows only one, which is then both. */
type Instances = readonly [one: TestService, other: TestService];

interface Pair {
  services: Instances;
  close(): Promise<void>;
}

/** Two instances that run until the end of this test. */
export async function startInstances(store: StoreName, options: TestServiceOptions = {}): Promise<Instances> {
  const pair = await startPair(store, options);
  onTestFinished(() => pair.close());
  return pair.services;
}

/** Two instances that run during the tests of this block. @param options is called when they start. */
export function useInstances(store: StoreName, options: () => TestServiceOptions): Instances {
  const pair = useFixture(
    () => startPair(store, options()),
    (started) => started.close(),
  );
  return [delegate(() => pair.services[0]), delegate(() => pair.services[1])];
}

async function startPair(store: StoreName, { settings, ...options }: TestServiceOptions): Promise<Pair> {
  const database = await createTestDatabase(store === "upstash" ? fastestDatabase : store);
  const upstash = store === "upstash" ? await startUpstash() : null;
  const shared = { NEXTAUTH_SECRET: "the same for both", ...database.settings, ...upstash?.settings, ...settings };
  const one = await serveFrom(shared, options);
  const other = database.settings["DATABASE_URL"] ? await serveFrom(shared, options) : one;
  // A first read that waits for the data may get 503 on a busy machine, and would then not be counted.
  await Promise.all([one, other].map(async ({ infrastructure }) => infrastructure.catalogue.reach(null)));
  return {
    services: [one, other],
    close: async () => {
      await one.close();
      if (other !== one) await other.close();
      await upstash?.close();
      await database.remove();
    },
  };
}
