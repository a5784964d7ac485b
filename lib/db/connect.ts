import "server-only";
// Written for pg 8.23.1, which it reaches into: check it with each other version.
import { type Connection, type PoolClient, Query, Client, type PoolConfig } from "pg";
import { DatabaseUnavailableError } from "./database.ts";

/**
 * What every statement of ours relies on, independent of the defaults of server, database and role. `lock_timeout` leaves
 * time for the rest of a write within the three seconds of contract §8.
 */
export const sessionSettings = {
  TimeZone: "UTC",
  DateStyle: "ISO",
  statement_timeout: "10s",
  lock_timeout: "2s",
  idle_in_transaction_session_timeout: "30s",
} as const;

/** The same for work without a time limit: migrations, and the lock that they hold. */
export const unlimitedSettings = {
  ...sessionSettings,
  statement_timeout: "0",
  lock_timeout: "0",
  idle_in_transaction_session_timeout: "0",
} as const;

/** Statements that set them until the end of the transaction. */
export function setLocalSql(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `SET LOCAL ${name} = '${value}';`)
    .join(" ");
}

type Callback = (error: Error | null | undefined, result?: unknown) => void;

/** A query of the driver, whose types are incomplete. */
interface SentQuery {
  text: string;
  /** `extended`: no simple query, which can't follow another statement in one transaction. */
  queryMode?: string;
  query_timeout?: number | undefined;
  callback?: Callback | undefined;
  submit(connection: Connection): unknown;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

type Send = (query: SentQuery, callback?: Callback) => unknown;

const beginSql = `BEGIN; ${setLocalSql(sessionSettings)}`;

/** Returns no row, so that nothing of it is in the result of the next statement. */
const settingsSql = `SELECT WHERE concat(${Object.entries(sessionSettings)
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(", ")}) IS NULL`;

/**
 * A pooler in transaction mode refuses or forgets the settings of a session. So each transaction on this connection sets
 * them for itself: `BEGIN` in the same message, and a single statement in the same packet, where all messages up to a
 * Sync are one transaction (PostgreSQL manual §55.2.3). Neither costs a round trip.
 */
export function setInEachTransaction(client: PoolClient): void {
  const send = client.query.bind(client) as unknown as Send;
  const query = (statement: string | { query_timeout?: number }, values?: unknown[], callback?: Callback) => {
    const sentQuery = withSettings(new Query(statement as string, values, callback) as unknown as SentQuery, client);
    if (typeof statement === "object") sentQuery.query_timeout = statement.query_timeout;
    if (sentQuery.callback) return send(sentQuery);
    return new Promise((resolve, reject) => {
      send(sentQuery, (error, result) => (error ? reject(error) : resolve(result)));
    });
  };
  client.query = query as unknown as PoolClient["query"];
}

function withSettings(query: SentQuery, client: PoolClient): SentQuery {
  const submit = query.submit.bind(query);
  const complete = query.handleCommandComplete.bind(query);
  query.submit = (connection) => {
    if (client.getTransactionStatus() !== "I") return submit(connection);
    if (query.text === "BEGIN") {
      query.text = beginSql;
      return submit(connection);
    }
    query.queryMode = "extended";
    let isSet = false;
    query.handleCommandComplete = (message, from) => {
      if (isSet) complete(message, from);
      isSet = true;
    };
    connection.stream.cork();
    connection.parse({ name: "", text: settingsSql, types: [] }, true);
    connection.bind({}, true);
    connection.execute({}, true);
    const failure = submit(connection);
    connection.stream.uncork();
    return failure;
  };
  return query;
}

/** The driver's startup parameter for settings of a session. */
export function startupOptions(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
}

/**
 * Retries for some seconds, because a server that starts at the same time may need a moment.
 *
 * @returns whether the server is a pooler, which refuses the settings of a session or forgets them.
 * @throws DatabaseUnavailableError
 */
export async function reachesPooler(config: PoolConfig, place: string, seconds: number): Promise<boolean> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    try {
      return await forgetsSettings(config);
    } catch (error) {
      if (isHopeless(error) || Date.now() + 500 > deadline) throw unreachable(place, error);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

async function forgetsSettings(config: PoolConfig): Promise<boolean> {
  // A pooler answers the start of a connection itself. It is not sent settings then, which it would refuse and log.
  const isRelayed = await withClient(config, async (client) => {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    return rows[0]?.pid !== startedBy(client);
  });
  if (isRelayed) return true;
  return withClient({ ...config, options: startupOptions(sessionSettings) }, async (client) => {
    const { rows } = await client.query<{ limit: string }>("SELECT current_setting('statement_timeout') AS limit");
    return rows[0]?.limit !== sessionSettings.statement_timeout;
  });
}

/** The process that the server named when the connection began (`BackendKeyData`); the driver's types omit it. */
function startedBy(client: Client & { readonly processID?: number | null }): number | null | undefined {
  return client.processID;
}

/** Runs `work` with a connection of its own. */
export async function withClient<Result>(
  config: PoolConfig,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
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
      "Check DATABASE_URL (for migrations DIRECT_DATABASE_URL) and that the server runs, or unset DATABASE_URL to use the embedded database.",
  );
}
