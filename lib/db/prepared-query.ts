import "server-only";
import type { Writable } from "node:stream";
import type { Connection, Submittable } from "pg";
import type { Cell } from "./database.ts";

/** What a query uses of the driver's connection, whose types are incomplete. */
interface PreparedConnection {
  readonly stream: Writable;
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  parse(statement: { name: string; text: string }): void;
  bind(values: { statement: string; values: readonly string[] }): void;
  execute(options: { rows: number }): void;
  sync(): void;
}

/**
 * A prepared statement as a query of the driver, which calls its methods. The driver's own query copies its
 * configuration, asks for the types of the columns and builds a result each time, which takes twice the processor time.
 */
export class PreparedQuery implements Submittable {
  /** The driver prepares a statement once on each connection, and knows it by this name. */
  readonly name: string;
  readonly text: string;
  /** Read by the driver; in milliseconds. */
  readonly query_timeout: number;
  /** Set by the driver. */
  callback: ((error: Error | null, rows?: Cell[][]) => void) | undefined;
  readonly #values: readonly string[];
  readonly #rows: Cell[][] = [];

  constructor(name: string, text: string, values: readonly string[], timeoutMilliseconds: number) {
    this.name = name;
    this.text = text;
    this.query_timeout = timeoutMilliseconds;
    this.#values = values;
  }

  submit(connection: Connection): void {
    const { name, text } = this;
    const prepared = connection as unknown as PreparedConnection;
    // In one packet.
    prepared.stream.cork();
    if (prepared.parsedStatements[name] === undefined) prepared.parse({ name, text });
    prepared.bind({ statement: name, values: this.#values });
    prepared.execute({ rows: 0 });
    prepared.sync();
    prepared.stream.uncork();
  }

  handleDataRow({ fields }: { fields: Cell[] }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback?.(null, this.#rows);
  }

  handleError(error: Error): void {
    this.callback?.(error);
  }
}
