import "server-only";
import { messages, type PGlite } from "@electric-sql/pglite";

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
export function heedAbort(pglite: PGlite, heard: () => void): () => boolean {
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
