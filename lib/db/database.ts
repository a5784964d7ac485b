import "server-only";
import type { Prisma, PrismaClient } from "./generated/client.ts";

/** What runs statements within a transaction. */
export type Transaction = Prisma.TransactionClient;

/** A column of a prepared statement's row, in PostgreSQL's text form. */
export type Cell = string | null;

/** One statement that every request runs, planned once a connection. Parameters are texts, arrays as of `arrayText`. */
export type Prepared = (parameters: string[]) => Promise<Cell[][]>;

/** PostgreSQL's text form of an array (manual §8.15.6). */
export function arrayText(values: readonly (string | number)[]): string {
  const quoted = values.map((value) => `"${String(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`);
  return `{${quoted.join(",")}}`;
}

/** The count of a subject on a day, as in the table `daily_usage`. */
export interface DailyCount {
  readonly subject: string;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly limit: number;
  readonly allowed: number;
  readonly refused: number;
}

/** The counts that are stored durably, but not yet in the table `daily_usage`. */
export interface CountJournal {
  /** How many operations other than prepared statements this process has completed on the database. */
  readonly otherUses: number;
  /** Stores whole counts, not differences. @returns false when nothing was stored. */
  append(counts: readonly DailyCount[]): boolean;
  /**
   * Writes the counts to the table. The statement is queued before the call returns, so that later ones see its effect.
   *
   * @throws the database's error when a stored count could not be written. It stays stored.
   */
  checkpoint(): Promise<void>;
}

/** One database: PGlite in this process, or a PostgreSQL server. */
export interface Database {
  readonly kind: "embedded" | "server";
  /** For messages: the folder, or host, port and database name. Never contains a password. */
  readonly place: string;
  readonly prisma: PrismaClient;
  /** Runs one statement without Prisma. Parameters are `$1…`; rows are objects. */
  query<Row extends object>(sql: string, parameters: unknown[]): Promise<Row[]>;
  /** Prepares a statement that every request runs. `name` must be unique within the database. */
  prepare(name: string, sql: string): Prepared;
  /** Undefined when other processes share the database, since their counts and their work are unknown. */
  readonly journal?: CountJournal;
  /** Connections, and statements that wait for one; undefined for the embedded database, which has one connection. */
  pool?(): { open: number; idle: number; waiting: number };
  /** Runs several statements in one transaction, without a time limit. */
  runScript(script: string): Promise<void>;
  /** Runs `work` while no other instance on the same database runs its own. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The database can't be opened. The message tells the operator what to do. */
export class DatabaseUnavailableError extends Error {
  override name = "DatabaseUnavailableError";
}

/** The database lacks migrations, and this process does not apply any. */
export class DatabaseNotMigratedError extends DatabaseUnavailableError {
  override name = "DatabaseNotMigratedError";

  constructor(place: string, missing: number) {
    super(
      `The database ${place} lacks ${missing} migrations. Run \`npm run db:migrate\` with the same settings; this process then serves without a restart.`,
    );
  }
}
