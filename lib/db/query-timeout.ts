import "server-only";
import type { Pool, QueryConfig, QueryResult } from "pg";
import type { Cell, Prepared } from "./database.ts";
import { PreparedQuery } from "./prepared-query.ts";

/** Long enough for a server's short pauses; an answer within it still says what was counted. */
const answerMilliseconds = 6_000;

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
  // The driver's types lack a timeout per statement, and that the pool also waits for a query of another class.
  const submit = pool.query.bind(pool) as unknown as (query: PreparedQuery) => Promise<Cell[][]>;
  return {
    query: <Row extends object>(statement: QueryConfig) =>
      ask(pool.query<Row>({ ...statement, ...{ query_timeout: answerMilliseconds } })),
    prepare: (name, sql) => (values) => ask(submit(new PreparedQuery(name, sql, values, answerMilliseconds))),
  };
}

/** The driver's message for a query timeout. */
function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}

/** A vanished server leaves its idle connections dead; each would cost another timeout. */
async function dropIdle(pool: Pool): Promise<void> {
  const idle = await Promise.allSettled(Array.from({ length: pool.idleCount }, () => pool.connect()));
  for (const taken of idle) if (taken.status === "fulfilled") taken.value.release(true);
}
