import "server-only";
import type { Pool, QueryArrayConfig, QueryArrayResult, QueryConfig, QueryResult } from "pg";

/** Long enough for a server's short pauses; an answer within it still says what was counted. */
const answerSeconds = 6;

export interface TimeoutPool {
  query<Row extends object>(statement: QueryConfig): Promise<QueryResult<Row>>;
  query<Row extends unknown[]>(statement: QueryArrayConfig): Promise<QueryArrayResult<Row>>;
}

/** A pool for the statements that every request runs, with a shorter timeout for an unresponsive server. */
export function withQueryTimeout(pool: Pool): TimeoutPool {
  return {
    query: async <Row>(statement: QueryConfig | QueryArrayConfig) => {
      try {
        // The driver's types lack a timeout per statement.
        return await pool.query<Row & object>({ ...statement, ...{ query_timeout: answerSeconds * 1000 } });
      } catch (error) {
        if (isQueryTimeout(error)) await dropIdle(pool);
        throw error;
      }
    },
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
