import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { Client, Pool, types, type PoolConfig } from "pg";
import { DatabaseUnavailableError, type Database } from "./connect.ts";
import { PrismaClient } from "./generated/client.ts";
import { withWholeScripts } from "./whole-scripts.ts";

const connectSeconds = 2;
const statementSeconds = 10;
/** Long enough for a server's short pauses, after which a late answer still says what was counted. */
const answerSeconds = 6;
const patienceSeconds = 8;
/** Any number will do, as long as every instance asks for the same one. */
const startLock = 7_305_081_962;

const int8 = 20;
types.setTypeParser(int8, (text) => Number(text));

/**
 * A PostgreSQL server, 14 to 18.
 *
 * @throws DatabaseUnavailableError when it does not answer within about ten seconds.
 */
export async function openPostgres(url: string): Promise<Database> {
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
    idle_in_transaction_session_timeout: 30_000,
    options: "-c TimeZone=UTC -c DateStyle=ISO",
  };
  await answerOrThrow(config, place);

  const pool = new Pool(config);
  // A connection that dies while idle is replaced at the next query; unheard, its error would end the process.
  pool.on("error", () => undefined);
  const factory = new PrismaPg(pool, { disposeExternalPool: false });
  const prisma = new PrismaClient({ adapter: factory });

  return {
    kind: "server",
    place,
    prisma,
    query: async <Row extends object>(sql: string, parameters: unknown[]) => {
      try {
        // The driver's types do not know that a statement may have its own.
        const statement = { text: sql, values: parameters, query_timeout: answerSeconds * 1000 };
        return (await pool.query<Row>(statement)).rows;
      } catch (error) {
        if (isSilence(error)) await dropIdle(pool);
        throw error;
      }
    },
    migrationAdapter: withWholeScripts(factory, async (script) => {
      await withClient({ ...config, statement_timeout: 0 }, (client) => client.query(script));
    }),
    exclusively: (work) =>
      withClient({ ...config, statement_timeout: 0 }, async (client) => {
        await client.query("SELECT pg_advisory_lock($1)", [startLock]);
        return work();
      }),
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/** A server that starts beside us may need a moment: try until the patience is over. */
async function answerOrThrow(config: PoolConfig, place: string): Promise<void> {
  const deadline = Date.now() + patienceSeconds * 1000;
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

/** The driver's words for a statement that the server did not answer. */
function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}

/** A server that vanished left its idle connections dead too; each would cost as long as the first to find out. */
async function dropIdle(pool: Pool): Promise<void> {
  const idle = await Promise.allSettled(Array.from({ length: pool.idleCount }, () => pool.connect()));
  for (const taken of idle) if (taken.status === "fulfilled") taken.value.release(true);
}

/** Wrong password, unknown role or database: waiting won't mend it. */
function isHopeless(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code.startsWith("28") || code === "3D000" || code === "ENOTFOUND";
}

function unreachable(place: string, error: unknown): DatabaseUnavailableError {
  const reason = error instanceof Error ? error.message || String(error.cause ?? error.name) : String(error);
  return new DatabaseUnavailableError(
    `The database at ${place} can't be reached: ${reason}. ` +
      "Check DATABASE_URL and that the server runs, or unset DATABASE_URL to use the embedded database.",
  );
}

function describe(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname || "a local socket"}${port ? `:${port}` : ""}${pathname}`;
}
