import "server-only";
import { protocol, type PGlite } from "@electric-sql/pglite";
import type { ImpatientPool } from "./impatient.ts";

/** A column value of a prepared statement: text from PGlite, parsed from a server. */
export type Cell = string | number | boolean | null;

/**
 * A statement that every request runs, planned once per connection. Parameters are texts; `arrayText` formats arrays.
 */
export type Prepared = (parameters: string[]) => Promise<Cell[][]>;

const { bind, execute, parse, sync } = protocol.serialize;

/**
 * Uses PGlite's wire protocol: `query` plans the statement anew each time, sends six messages and takes five times as
 * long.
 */
export function prepareEmbedded(pglite: PGlite, name: string, sql: string): Prepared {
  let isPlanned = false;
  return (parameters) =>
    // PGlite's own queries take the same lock, so the statement waits for an open transaction to end.
    pglite._runExclusiveTransaction(async () => {
      if (!isPlanned) await pglite.execProtocol(Buffer.concat([parse({ name, text: sql }), sync()]));
      isPlanned = true;
      const message = Buffer.concat([bind({ statement: name, values: parameters }), execute({}), sync()]);
      const { messages } = await pglite.execProtocol(message, { syncToFs: false });
      return messages.flatMap((row) => ("fields" in row && row.name === "dataRow" ? [row.fields as Cell[]] : []));
    });
}

export function prepareOnServer(pool: ImpatientPool, name: string, sql: string): Prepared {
  return async (parameters) => {
    const { rows } = await pool.query<Cell[]>({ name, text: sql, values: parameters, rowMode: "array" });
    return rows;
  };
}

/** PostgreSQL's text form of an array (manual §8.15.6). */
export function arrayText(values: readonly (string | number)[]): string {
  const quoted = values.map((value) => `"${String(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`);
  return `{${quoted.join(",")}}`;
}
