import "server-only";
import { messages, protocol, type PGlite } from "@electric-sql/pglite";
import type { Cell, Prepared } from "../connect.ts";

/** PostgreSQL's own code for a server that has crashed; callers are answered with 503. */
const crashed = "57P02";

/**
 * Notices that the PostgreSQL in PGlite has aborted, which it does when the disk has no room for its log.
 * PGlite swallows that and asks it on, which holds the whole process for ever; with this, whatever is
 * asked from then on fails at once.
 *
 * @param heard is called once.
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
      // The error of a mere statement is thrown as a number of PostgreSQL's, and dealt with.
      if (error instanceof WebAssembly.RuntimeError && !end) {
        end = abortError();
        heard();
      }
      throw error;
    }
  };
  // The first thing that PGlite does with what was thrown, and the only one whose own error it lets through.
  engine.stackRestore = (pointer) => {
    if (end) throw end;
    return stackRestore(pointer);
  };
  pglite.execProtocolRawSync = (message) => {
    if (!end) return ask(message);
    // Done: nothing that was open is kept. Prisma's adapter does not wait for this answer, and would not hear of an error.
    if (Buffer.from(message).includes("ROLLBACK")) return new Uint8Array(0);
    throw end;
  };
  return () => end !== null;
}

function abortError(): Error {
  return Object.assign(new messages.DatabaseError("The embedded database has stopped.", 0, "error"), { code: crashed });
}

/** The same database, and how often something was done through it: told before whoever asked for it is. */
export function counted(pglite: PGlite): { pglite: PGlite; work: () => number } {
  let done = 0;
  const note = () => {
    done += 1;
  };
  const noting = new Proxy(pglite, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== "function") return value;
      return (...given: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, given);
        return result instanceof Promise ? result.finally(note) : result;
      };
    },
  });
  return { pglite: noting, work: () => done };
}

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
