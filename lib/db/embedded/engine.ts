import "server-only";
// Written for @electric-sql/pglite 0.5.16, which it reaches into: check it with each other version.
import { messages, protocol, type PGlite } from "@electric-sql/pglite";
import type { Cell, Prepared } from "../database.ts";

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

const { bind, close, execute, parse, sync } = protocol.serialize;

/** Through PGlite's wire protocol: its own `query` plans anew each time and takes six messages, five times as long. */
export function prepareEmbedded(pglite: PGlite, name: string, sql: string): Prepared {
  let isPlanned = false;
  return (parameters) =>
    // The lock that PGlite's own queries take: a statement waits for the end of an open transaction.
    pglite._runExclusiveTransaction(async () => {
      // Another preparation may have used the name.
      const open = () => Buffer.concat([close({ type: "S", name }), parse({ name, text: sql }), sync()]);
      if (!isPlanned) await pglite.execProtocol(open());
      isPlanned = true;
      const message = Buffer.concat([bind({ statement: name, values: parameters }), execute({}), sync()]);
      const { messages } = await pglite.execProtocol(message, { syncToFs: false });
      return messages.flatMap((row) => ("fields" in row && row.name === "dataRow" ? [row.fields as Cell[]] : []));
    });
}
