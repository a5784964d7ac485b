import "server-only";
import type { PrismaClient } from "./generated/client.ts";

/** A column of a prepared statement's row: as text from the embedded home, parsed from a server. */
export type Cell = string | number | boolean | null;

/**
 * One statement that every request runs: planned once a connection, answered in rows of cells.
 * Parameters are texts, arrays among them as `arrayText` writes them.
 */
export type Prepared = (parameters: string[]) => Promise<Cell[][]>;

/** One home of the data, whichever it is: PostgreSQL in this process or a server elsewhere. */
export interface Database {
  readonly kind: "embedded" | "server";
  /** For messages: the folder, or host, port and database name; never a password. */
  readonly place: string;
  readonly prisma: PrismaClient;
  /** One statement without Prisma. Parameters are `$1…`; rows come back as objects. */
  query<Row extends object>(sql: string, parameters: unknown[]): Promise<Row[]>;
  /** A statement that every request runs. `name` is its own on the whole database. */
  prepare(name: string, sql: string): Prepared;
  /**
   * Grows whenever anything but a prepared statement has been done with the data. Absent where other processes
   * have it too: then nothing is known of what they do.
   */
  work?(): number;
  /** How its connections stand; absent where there is only one, in this process. */
  pool?(): PoolFigures;
  /** Several statements in one transaction, however long they take. */
  runScript(script: string): Promise<void>;
  /** Runs `work` while no other instance on the same database runs its own. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export interface PoolFigures {
  open: number;
  idle: number;
  /** Statements that wait for a connection. */
  waiting: number;
}

/** The database can't be opened. The message is for the person at the console and says what to do. */
export class DatabaseUnavailableError extends Error {
  override name = "DatabaseUnavailableError";
}
