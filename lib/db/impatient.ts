import "server-only";
import type { Pool, QueryArrayConfig, QueryArrayResult, QueryConfig, QueryResult } from "pg";

/** Long enough for a server's short pauses, after which a late answer still says what was counted. */
const answerSeconds = 6;

export interface ImpatientPool {
  query<Row extends object>(statement: QueryConfig): Promise<QueryResult<Row>>;
  query<Row extends unknown[]>(statement: QueryArrayConfig): Promise<QueryArrayResult<Row>>;
}

/** A pool for the statements that every request takes: it gives up early on a server that has fallen silent. */
export function impatient(pool: Pool): ImpatientPool {
  return {
    query: async <Row>(statement: QueryConfig | QueryArrayConfig) => {
      try {
        // The driver's types do not know that a statement may have its own time-out.
        return await pool.query<Row & object>({ ...statement, ...{ query_timeout: answerSeconds * 1000 } });
      } catch (error) {
        if (isSilence(error)) await dropIdle(pool);
        throw error;
      }
    },
  };
}

/** The driver's words for a statement that was not answered. */
function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}

/** A server that vanished left its idle connections dead too; each would cost as long as the first to find out. */
async function dropIdle(pool: Pool): Promise<void> {
  const idle = await Promise.allSettled(Array.from({ length: pool.idleCount }, () => pool.connect()));
  for (const taken of idle) if (taken.status === "fulfilled") taken.value.release(true);
}
