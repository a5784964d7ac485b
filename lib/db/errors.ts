import "server-only";
import { AppError, unavailableError } from "../core/errors.ts";

/** What an error means to the caller: an `AppError` itself, 503 for a database without answer or room, else null. */
export function databaseErrorToAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const problem = databaseProblem(error);
  if (!problem) return null;
  return unavailableError(`The database ${problem} at the moment. Try again in a few seconds.`, error);
}

function databaseProblem(error: unknown): string | null {
  if (isStorageFailure(error)) return "can't store anything";
  if (isTimeout(error)) return "is busy with other work";
  return isUnreachable(error) ? "can't be reached" : null;
}

/** Another transaction did not release a lock in time. */
function isTimeout(error: unknown): boolean {
  return chain(error).some(({ code }) => code === "55P03");
}

/** Failures that take seconds and hit the next statement too. A timeout (57014) is none: the next may be faster. */
export function affectsNextStatement(error: unknown): boolean {
  if (isStorageFailure(error) || chain(error).some(({ code }) => code === "57014")) return false;
  return isTimeout(error) || isUnreachable(error);
}

/** Disk full (53100), disk failure (58030), read-only server or transaction (25006). */
const storageStates = /^(53100|58030|25006)$/;
const storageMessages = /No space left on device|Read-only file system|ENOSPC|EROFS/;

/** The database answers, but can't write. */
export function isStorageFailure(error: unknown): boolean {
  return chain(error).some(({ code, message }) => storageStates.test(code) || storageMessages.test(message));
}

/** Failed (08) and refused (28, 3D, 55000) connections, lack of resources (53), statements ended from outside (57). */
const unreachableStates = /^(08|28|3D|53|57|55000)/;
/** Prisma's codes for an unreachable server, a closed connection, a full pool, a transaction that could not start. */
const unreachablePrismaCodes = /^(P10\d\d|P2024|P2028)$/;
const unreachableMessages =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|Query read timeout|No answer within|ECONN|ETIMEDOUT|ENOTFOUND|EPIPE/;
/** What Prisma's adapter calls a broken socket; Prisma passes these names on when a transaction begins. */
const unreachableKinds = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TlsConnectionError)$/;

function isUnreachable(error: unknown): boolean {
  return chain(error).some(
    ({ code, message }) =>
      unreachableStates.test(code) ||
      unreachablePrismaCodes.test(code) ||
      unreachableKinds.test(message) ||
      unreachableMessages.test(`${code} ${message}`),
  );
}

/** Serialization failures and deadlocks: the same work may succeed a moment later. */
export function isWorthRetrying(error: unknown): boolean {
  return chain(error).some(({ code }) => code === "40001" || code === "40P01" || code === "P2034");
}

/** Which of the database's constraints a statement broke. */
export type ConstraintKind = "unique" | "reference" | "restrict" | "value";

const rules: Record<string, ConstraintKind> = {
  "23505": "unique",
  P2002: "unique",
  "23503": "reference",
  P2003: "reference",
  "23001": "restrict",
  "23514": "value",
  "22021": "value",
  "22003": "value",
  "22008": "value",
  "22P02": "value",
  "22001": "value",
};

/** Null when the error is not a broken constraint. */
export function violatedConstraint(error: unknown): ConstraintKind | null {
  return chain(error).flatMap(({ code }) => rules[code] ?? [])[0] ?? null;
}

/** The error and its causes as codes and messages; drivers and Prisma nest them in several ways. */
function chain(error: unknown, depth = 0): { code: string; message: string }[] {
  if (typeof error !== "object" || error === null || depth > 5) return [];
  const { code, originalCode, message, cause, meta, driverAdapterError } = error as Record<string, unknown>;
  return [
    { code: textOr(originalCode, textOr(code, "")), message: textOr(message, "") },
    ...chain(cause, depth + 1),
    ...chain(meta, depth + 1),
    ...chain(driverAdapterError, depth + 1),
  ];
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}
