import "server-only";
// Written for @electric-sql/pglite 0.5.16, which it reaches into: check it with each other version.
import {
  messages,
  protocol,
  type PGlite,
  parse,
  type QueryOptions,
  type Results,
  type Transaction,
} from "@electric-sql/pglite";
import { memoize } from "../../core/memoize.browser.ts";
import type { Cell, Prepared } from "../database.ts";
import { LRUCache } from "lru-cache";

/** PostgreSQL's code for a crashed server; requests get 503. */
const crashed = "57P02";

/**
 * Detects that PostgreSQL inside PGlite has aborted, which happens when the disk has no room for its log.
 * PGlite ignores the abort and keeps calling the engine, which blocks the process for ever. With this, every later
 * statement fails at once.
 *
 * @param heard called once, at the abort.
 * @returns whether it has aborted.
 */
export function onCrash(pglite: PGlite, heard: () => void): () => boolean {
  const engine = pglite.Module;
  const { _PostgresMainLoopOnce: step, stackRestore } = engine;
  const ask = pglite.execProtocolRawSync.bind(pglite);
  let end: Error | null = null;

  engine._PostgresMainLoopOnce = () => {
    try {
      step();
    } catch (error) {
      // A failed statement throws a number of PostgreSQL's, which PGlite handles; only an abort throws a RuntimeError.
      if (error instanceof WebAssembly.RuntimeError && !end) {
        end = abortError();
        heard();
      }
      throw error;
    }
  };
  // PGlite calls this first after an error, and it is the only call whose own error PGlite passes on.
  engine.stackRestore = (pointer) => {
    if (end) throw end;
    return stackRestore(pointer);
  };
  pglite.execProtocolRawSync = (message) => {
    if (!end) return ask(message);
    // Report success: no open work survives. Prisma's adapter does not await this answer and would miss an error.
    if (Buffer.from(message).includes("ROLLBACK")) return new Uint8Array(0);
    throw end;
  };
  return () => end !== null;
}

function abortError(): Error {
  return Object.assign(new messages.DatabaseError("The embedded database has stopped.", 0, "error"), { code: crashed });
}

const { bind, close, describe, execute, parse: parseStatement, sync } = protocol.serialize;

/** Through PGlite's wire protocol: its own `query` plans anew each time and takes six messages, five times as long. */
export function prepareEmbedded(pglite: PGlite, name: string, sql: string): Prepared {
  let isPlanned = false;
  return (parameters) =>
    // The lock that PGlite's own queries take: a statement waits for the end of an open transaction.
    pglite._runExclusiveTransaction(async () => {
      // Another preparation may have used the name.
      const open = () => Buffer.concat([close({ type: "S", name }), parseStatement({ name, text: sql }), sync()]);
      if (!isPlanned) await pglite.execProtocol(open());
      isPlanned = true;
      const message = Buffer.concat([bind({ statement: name, values: parameters }), execute({}), sync()]);
      const { messages } = await pglite.execProtocol(message, { syncToFs: false });
      return messages.flatMap((row) => ("fields" in row && row.name === "dataRow" ? [row.fields as Cell[]] : []));
    });
}

type Answer = Awaited<ReturnType<PGlite["execProtocolStream"]>>;

interface ParsedStatement {
  readonly name: string;
  /** PostgreSQL's answer to the description: the types of the parameters, and the columns. */
  readonly description: Answer;
}

/** Enough for the statements of all requests. Each takes some 10 kB of PostgreSQL's memory. */
const maxStatements = 200;

/**
 * Makes the queries of PGlite and of its transactions prepare each statement once, and run it with one message: its own
 * take six, and parse and plan anew each time, which takes several times as long as a short statement itself.
 */
export function prepareQueries(pglite: PGlite): void {
  let count = 0;
  const evicted: Uint8Array[] = [];
  const statements = new LRUCache<string, ParsedStatement>({
    max: maxStatements,
    dispose: ({ name }) => void evicted.push(close({ type: "S", name })),
  });
  /** PGlite merges them for each result, which takes longer than parsing a few rows. */
  const parsersWith = memoize((more: NonNullable<QueryOptions["parsers"]>) => ({ ...pglite.parsers, ...more }));

  const send = (...messages: Uint8Array[]) => pglite.execProtocolStream(Buffer.concat(messages), { syncToFs: false });

  async function prepare(sql: string): Promise<ParsedStatement> {
    const name = `query_${(count += 1)}`;
    const opening = [parseStatement({ name, text: sql }), describe({ type: "S", name }), sync()];
    const statement = { name, description: await send(...evicted.splice(0), ...opening) };
    statements.set(sql, statement);
    return statement;
  }

  function textOf(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null;
    const serialize = type === undefined ? undefined : pglite.serializers[type];
    if (serialize) return serialize(value);
    return typeof value === "string" ? value : JSON.stringify(value);
  }

  function run<Row>(
    sql: string,
    values: unknown[] = [],
    { parsers, rowMode }: QueryOptions = {},
  ): Promise<Results<Row>> {
    return pglite._runExclusiveQuery(async () => {
      const { name, description } = statements.get(sql) ?? (await prepare(sql));
      const types = parse.parseDescribeStatementResults(description);
      const texts = values.map((value, place) => textOf(value, types[place]));
      const messages = await send(bind({ statement: name, values: texts }), execute({}), sync());
      const allParsers = parsers ? parsersWith(parsers) : pglite.parsers;
      const [results] = parse.parseResults([...description, ...messages], allParsers, { rowMode });
      if (!results) throw new Error("PostgreSQL returned no result.");
      return results as Results<Row>;
    });
  }

  const prepared = (transaction: Transaction): Transaction => ({
    ...transaction,
    get closed() {
      return transaction.closed;
    },
    query: async (sql, parameters, options) => {
      if (transaction.closed) throw new Error("The transaction has ended.");
      return run(sql, parameters, options);
    },
  });

  const [transaction, exec] = [pglite.transaction.bind(pglite), pglite.exec.bind(pglite)];
  pglite.query = (sql, parameters, options) => pglite._runExclusiveTransaction(() => run(sql, parameters, options));
  pglite.transaction = (work) => transaction((inner) => work(prepared(inner)));
  pglite.exec = async (script, options) => {
    const results = await exec(script, options);
    // It may have changed tables, so that a statement can't run again.
    statements.clear();
    return results;
  };
}
