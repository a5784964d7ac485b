import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { Client, Pool, types, type PoolConfig } from "pg";
import type { Host } from "../host.ts";
import { DatabaseUnavailableError, type Database } from "./database.ts";
import { PrismaClient } from "./generated/client.ts";
import { withQueryTimeout } from "./query-timeout.ts";

const connectSeconds = 2;
const statementSeconds = 10;
/** Leaves time for the rest of a write within the three seconds of contract §8. */
const lockSeconds = 2;
/** The server ends slow statements itself; this limit is for a server that has stopped responding. */
const silenceSeconds = 12;
/** Our own server retries at its start; another host opens the database in a request, which must not wait. */
const retrySeconds = { "own server": 6, next: 0 };
/**
 * A host of Next may run many instances, and suspend each between two requests. The server itself closes the sessions of
 * suspended ones, which can't do it.
 */
const hostPool = { max: 3, idleTimeoutMillis: 5_000 };
const hostSessionSeconds = 60;
/** Arbitrary, but the same for every instance. */
const startLock = 7_305_081_962;

const int8 = 20;
types.setTypeParser(int8, (text) => Number(text));

/**
 * Opens a PostgreSQL server, 14 to 18.
 *
 * @throws DatabaseUnavailableError when it does not answer within about ten seconds; under another host, two.
 */
export async function openPostgres(url: string, host: Host = "own server"): Promise<Database> {
  const place = describe(url);
  const config: PoolConfig = {
    connectionString: url,
    application_name: "theatre-listings",
    max: 10,
    connectionTimeoutMillis: connectSeconds * 1000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: statementSeconds * 1000,
    lock_timeout: lockSeconds * 1000,
    query_timeout: silenceSeconds * 1000,
    idle_in_transaction_session_timeout: 30_000,
    options: "-c TimeZone=UTC -c DateStyle=ISO",
    ...(host === "next" ? hostPool : {}),
  };
  if (host === "next") config.options += ` -c idle_session_timeout=${hostSessionSeconds}s`;
  /** For work without a time limit: migrations, and waiting for another instance's migrations. */
  const unhurried: PoolConfig = { ...config, statement_timeout: 0, lock_timeout: 0, query_timeout: 0 };
  await answerOrThrow(config, place, retrySeconds[host]);

  const pool = new Pool(config);
  // The pool replaces a dead idle connection at the next query; without a listener its error would end the process.
  pool.on("error", () => undefined);
  const asked = withQueryTimeout(pool);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) });

  return {
    kind: "server",
    place,
    prisma,
    query: async <Row extends object>(sql: string, parameters: unknown[]) =>
      (await asked.query<Row>({ text: sql, values: parameters })).rows,
    prepare: (name, sql) => asked.prepare(name, sql),
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    runScript: async (script) => {
      await withClient(unhurried, (client) => client.query(script));
    },
    exclusively: (work) =>
      withClient(unhurried, async (client) => {
        await client.query("SELECT pg_advisory_lock($1)", [startLock]);
        return work();
      }),
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/** Retries for a few seconds, because a server that starts at the same time may need a moment. */
async function answerOrThrow(config: PoolConfig, place: string, seconds: number): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    try {
      await withClient(config, (client) => client.query("SELECT 1"));
      return;
    } catch (error) {
      if (isHopeless(error) || Date.now() + 500 > deadline) throw unreachable(place, error);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

async function withClient<Result>(config: PoolConfig, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client(config);
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Wrong password, unknown role or unknown database: retrying can't help. */
function isHopeless(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith("28") || code === "3D000" || code === "ENOTFOUND";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function unreachable(place: string, error: unknown): DatabaseUnavailableError {
  const reason = error instanceof Error ? error.message || codeOf(error) || error.name : String(error);
  return new DatabaseUnavailableError(
    `The database at ${place} can't be reached: ${reason}. ` +
      "Check DATABASE_URL and that the server runs, or unset DATABASE_URL to use the embedded database.",
  );
}

function describe(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname || "a local socket"}${port ? `:${port}` : ""}${pathname}`;
}
