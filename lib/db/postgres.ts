import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { Pool, types, type PoolConfig } from "pg";
import type { Host } from "../settings/host.ts";
import { reachesPooler, startupOptions, withClient } from "./connect.ts";
import type { Database } from "./database.ts";
import { PrismaClient } from "./generated/client.ts";
import { setInEachTransaction } from "./pooled-statements.ts";
import { withQueryTimeout } from "./query-timeout.ts";
import { sessionSettings, setLocalSql, unlimitedSettings } from "./session-settings.ts";
import { takeStartLock } from "./start-lock.ts";

const connectSeconds = 2;
/** The server ends slow statements itself; this limit is for a server that has stopped responding. */
const silenceSeconds = 12;
/** Our own server retries at its start; another host opens the database in a request, which must not wait. */
const retrySeconds = { "own server": 6, next: 0 };
const idleSeconds = { "own server": 60, next: 5 };
/** A host of Next may run many instances. */
const usualConnections = { "own server": 10, next: 3 };
/**
 * A host of Next may suspend an instance between two requests. The server itself closes the sessions of suspended ones,
 * which can't do it.
 */
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
  const asked = withQueryTimeout(pool);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) });

  return {
    kind: "server",
    place,
    prisma,
    query: async <Row extends object>(sql: string, parameters: unknown[]) =>
      (await asked.query<Row>({ text: sql, values: parameters })).rows,
    // A statement without a name, because each transaction may have another of the pooler's connections.
    prepare: (name, sql) => asked.prepare(isPooler ? "" : name, sql),
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
