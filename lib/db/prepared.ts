import "server-only";
import { protocol, type PGlite } from "@electric-sql/pglite";
import type { ImpatientPool } from "./impatient.ts";

/** A column of a prepared statement's row: as text from the embedded home, parsed from a server. */
export type Cell = string | number | boolean | null;

/**
 * One statement that every request runs: planned once a connection, answered in rows of cells.
 * Parameters are texts, arrays among them as `arrayText` writes them.
 */
export type Prepared = (parameters: string[]) => Promise<Cell[][]>;

const { bind, execute, parse, sync } = protocol.serialize;

/** Through PGlite's wire protocol: its own `query` plans anew each time and takes six messages, five times as long. */
export function prepareEmbedded(pglite: PGlite, name: string, sql: string): Prepared {
  let isPlanned = false;
  return (parameters) =>
    // The lock that PGlite's own queries take: a statement waits for the end of an open transaction.
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
