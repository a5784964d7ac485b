import "server-only";
import type { Pool, QueryArrayConfig, QueryConfig, QueryResult } from "pg";
import type { Cell, Prepared } from "./database.ts";

/** Long enough for a server's short pauses; an answer within it still says what was counted. */
const timeout = { query_timeout: 6_000 };

interface TimeoutPool {
  query<Row extends object>(statement: QueryConfig): Promise<QueryResult<Row>>;
  prepare(name: string, sql: string): Prepared;
}

/** A pool for the statements that every request runs, with a shorter timeout for an unresponsive server. */
export function withQueryTimeout(pool: Pool): TimeoutPool {
  const ask = async <Answer>(asked: Promise<Answer>): Promise<Answer> => {
    try {
      return await asked;
    } catch (error) {
      if (isQueryTimeout(error)) await dropIdle(pool);
      throw error;
    }
  };
  return {
    query: <Row extends object>(statement: QueryConfig) => ask(pool.query<Row>({ ...statement, ...timeout })),
    prepare: (name, text) => {
      const statement: QueryArrayConfig = { name, text, rowMode: "array", types: textTypes, ...timeout };
      return async (values) => (await ask(pool.query<Cell[]>({ ...statement, values }))).rows;
    },
  };
}

/** Leaves each cell in PostgreSQL's text form. */
const textTypes = { getTypeParser: () => (cell: Cell) => cell };

/** The driver's message for a query timeout. */
function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}

/** A vanished server leaves its idle connections dead; each would cost another timeout. */
async function dropIdle(pool: Pool): Promise<void> {
  const idle = await Promise.allSettled(Array.from({ length: pool.idleCount }, () => pool.connect()));
  for (const taken of idle) if (taken.status === "fulfilled") taken.value.release(true);
}
