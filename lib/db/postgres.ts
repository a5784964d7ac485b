import "server-only";
import { type Client, Pool, type PoolConfig, type QueryArrayConfig, types } from "pg";
import { log } from "../core/log.ts";
import { DatabaseUnavailableError, type Cell, type Database } from "./database.ts";
import { PrismaPg } from "@prisma/adapter-pg";
import type { Host } from "../settings/host.ts";
import {
  reachesPooler,
  sessionSettings,
  setLocalSql,
  startupOptions,
  unlimitedSettings,
  withClient,
  setInEachTransaction,
} from "./connect.ts";
import { PrismaClient } from "./generated/client.ts";

/** Arbitrary, but the same for every instance. */
const startLock = 7_305_081_962;
const retryMilliseconds = 200;
const usualWait = { reportSeconds: 4, maxSeconds: 60 };

/**
 * Takes the lock for migrations until the transaction that this begins on `client` ends. It is a transaction's lock,
 * because a pooler would keep a session's after the end of this process.
 *
 * @param wait how often it logs that another instance has the lock, and how long it waits.
 * @throws DatabaseUnavailableError when another instance still has the lock then.
 */
export async function takeStartLock(client: Client, place: string, wait = usualWait): Promise<void> {
  const startedAt = performance.now();
  for (let reported = 0; ;) {
    await client.query(`BEGIN; ${setLocalSql(unlimitedSettings)}`);
    const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS taken", [
      startLock,
    ]);
    if (rows[0]?.taken) return;
    await client.query("ROLLBACK");
    const seconds = Math.floor((performance.now() - startedAt) / 1000);
    if (seconds >= wait.maxSeconds) throw stillLocked(place, seconds);
    if (seconds >= reported + wait.reportSeconds) {
      reported = seconds;
      log.warn(`Another instance prepares the database ${place}. This one has waited for ${seconds} seconds.`);
    }
    await new Promise((resolve) => setTimeout(resolve, retryMilliseconds));
  }
}

function stillLocked(place: string, seconds: number): DatabaseUnavailableError {
  return new DatabaseUnavailableError(
    `Another instance has prepared the database ${place} for more than ${seconds} seconds. ` +
      "Start this one again when it is done. If no instance is at work, end the session that holds the lock: " +
      "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND " +
      // Locks of this kind belong to one database, but the view shows those of all databases of the server.
      "database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND " +
      `(classid::bigint << 32) + objid::bigint = ${startLock}`,
  );
}

/** Long enough for a server's short pauses; an answer within it still says what was counted. */
const timeout = { query_timeout: 6_000 };

/** How the pool runs the statements of requests: with a shorter timeout for an unresponsive server. */
function withQueryTimeout(pool: Pool): Pick<Database, "query" | "prepare"> {
  const ask = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answer;
    } catch (error) {
      // The driver's message for a query timeout.
      if (error instanceof Error && error.message === "Query read timeout") await dropIdle(pool);
      throw error;
    }
  };
  return {
    query: async <Row extends object>(text: string, values: unknown[]) =>
      (await ask(pool.query<Row>({ text, values, ...timeout }))).rows,
    prepare: (name, text) => {
      const statement: QueryArrayConfig = { name, text, rowMode: "array", types: textTypes, ...timeout };
      return async (values) => (await ask(pool.query<Cell[]>({ ...statement, values }))).rows;
    },
  };
}

/** Leaves each cell in PostgreSQL's text form. */
const textTypes = { getTypeParser: () => (cell: Cell) => cell };

/** A vanished server leaves its idle connections dead; each would cost another timeout. */
async function dropIdle(pool: Pool): Promise<void> {
  const idle = await Promise.allSettled(Array.from({ length: pool.idleCount }, () => pool.connect()));
  for (const taken of idle) if (taken.status === "fulfilled") taken.value.release(true);
}

const connectSeconds = 2;
/** The server ends slow statements itself; this limit is for a server that has stopped responding. */
const silenceSeconds = 12;
/** Our own server retries at its start; another host opens the database in a request, which must not wait. */
const retrySeconds = { "own server": 6, next: 0 };
const idleSeconds = { "own server": 60, next: 5 };
/** A host of Next may run many instances. */
const usualConnections = { "own server": 10, next: 3 };
/** A host of Next may suspend an instance, which can't close its sessions then: the server does. */
const hostSettings = { ...sessionSettings, idle_session_timeout: "60s" };

const int8 = 20;
types.setTypeParser(int8, (text) => Number(text));

interface PostgresOptions {
  host?: Host;
  /** Reaches the server without the pooler that `url` may name; for migrations. */
  directUrl?: string | undefined;
  /** The most connections that this instance opens, besides one or two for migrations. */
  maxConnections?: number | undefined;
}

/**
 * Opens a PostgreSQL server, 14 to 18, or a pooler in front of one, also in transaction mode.
 *
 * @throws DatabaseUnavailableError when it does not answer within about ten seconds; under another host, two.
 */
export async function openPostgres(
  url: string,
  { host = "own server", directUrl = url, maxConnections }: PostgresOptions = {},
): Promise<Database> {
  const place = describe(url);
  /** No startup parameter but the name, because poolers refuse most others. */
  const anyServer: PoolConfig = {
    connectionString: url,
    application_name: "theatre-listings",
    connectionTimeoutMillis: connectSeconds * 1000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  const patient = { ...anyServer, query_timeout: silenceSeconds * 1000 };
  const isPooler = (await reachesPooler(patient, place, retrySeconds[host])) || directUrl !== url;
  /** For work without a time limit: migrations, and waiting for another instance's migrations. */
  const direct: PoolConfig = { ...anyServer, connectionString: directUrl };

  const pool = new Pool({
    ...patient,
    max: maxConnections ?? usualConnections[host],
    idleTimeoutMillis: idleSeconds[host] * 1000,
    ...(isPooler ? {} : { options: startupOptions(host === "next" ? hostSettings : sessionSettings) }),
  });
  // The pool replaces a dead idle connection at the next query; without a listener its error would end the process.
  pool.on("error", () => undefined);
  if (isPooler) pool.on("connect", setInEachTransaction);
  const timedPool = withQueryTimeout(pool);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) });

  return {
    kind: "server",
    place,
    prisma,
    query: timedPool.query,
    // A statement without a name, because each transaction may have another of the pooler's connections.
    prepare: (name, sql) => timedPool.prepare(isPooler ? "" : name, sql),
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    runScript: async (script) => {
      await withClient(direct, (client) => client.query(`${setLocalSql(unlimitedSettings)} ${script}`));
    },
    exclusively: async (work) => {
      if (directUrl !== url) await reachesPooler(direct, describe(directUrl), retrySeconds[host]);
      return withClient(direct, async (client) => {
        await takeStartLock(client, place);
        try {
          return await work();
        } finally {
          // A pooler ends the connection of a client that leaves within a transaction.
          await client.query("ROLLBACK").catch(() => undefined);
        }
      });
    },
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

function describe(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname || "a local socket"}${port ? `:${port}` : ""}${pathname}`;
}
