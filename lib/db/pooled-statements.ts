import "server-only";
// Written for pg 8.23.1, which it reaches into: check it with each other version.
import type { Connection, PoolClient } from "pg";
import { Query } from "pg";
import { sessionSettings, setLocalSql } from "./session-settings.ts";

type Callback = (error: Error | null | undefined, result?: unknown) => void;

/** A query of the driver, whose types are incomplete. */
interface SentQuery {
  text: string;
  /** `extended`: no simple query, which can't follow another statement in one transaction. */
  queryMode?: string;
  /** In milliseconds. */
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
  const query = (given: string | { query_timeout?: number }, values?: unknown[], callback?: Callback) => {
    const made = withSettings(new Query(given as string, values, callback) as unknown as SentQuery, client);
    if (typeof given === "object") made.query_timeout = given.query_timeout;
    if (made.callback) return send(made);
    return new Promise((resolve, reject) => {
      send(made, (error, result) => (error ? reject(error) : resolve(result)));
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
