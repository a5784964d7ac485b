import "server-only";

/**
 * What every statement of ours relies on, independent of the defaults of server, database and role. `lock_timeout` leaves
 * time for the rest of a write within the three seconds of contract §8.
 */
export const sessionSettings = {
  TimeZone: "UTC",
  DateStyle: "ISO",
  statement_timeout: "10s",
  lock_timeout: "2s",
  idle_in_transaction_session_timeout: "30s",
} as const;

/** The same for work without a time limit: migrations, and the lock that they hold. */
export const unlimitedSettings = {
  ...sessionSettings,
  statement_timeout: "0",
  lock_timeout: "0",
  idle_in_transaction_session_timeout: "0",
} as const;

/** Statements that set them until the end of the transaction. */
export function setLocalSql(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `SET LOCAL ${name} = '${value}';`)
    .join(" ");
}
