import type { Database } from "../lib/db/database.ts";

/** The database, with something done around each statement that does not go through Prisma. */
export function aroundStatements(
  database: Database,
  around: <Answer>(run: () => Promise<Answer>) => Promise<Answer>,
): Database {
  return {
    ...database,
    query: (...asked) => around(() => database.query(...asked)),
    prepare: (...named) => {
      const ask = database.prepare(...named);
      return (parameters) => around(() => ask(parameters));
    },
  };
}
