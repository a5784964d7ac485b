import "server-only";
import type { z } from "zod";
import { dayInLondon } from "../../core/dates.ts";
import type { Staff } from "../../http/access/staff.ts";
import type { Database } from "../../db/database.ts";
import type { problemName, snoozeRequest } from "./schema.browser.ts";

/** What names a problem. */
export type ProblemKey = Record<keyof typeof problemName.shape, string>;

interface SnoozeRow extends ProblemKey {
  facts: string;
  /** `YYYY-MM-DD` */
  until: string | null;
  reason: string;
  /** Null: a former member, as is the name. */
  account_id: string | null;
  /** The name, else the e-mail address. */
  account_name: string | null;
  /** ISO 8601 */
  at: string;
}

/** The snoozes that last beyond a day, also those whose facts have changed. */
export async function listSnoozes({ query }: Database, today: string): Promise<SnoozeRow[]> {
  const rows = await query<Omit<SnoozeRow, "at"> & { at: Date }>(
    `SELECT rule, resource, record_id, facts, until::text, reason, account_id, COALESCE(accounts.name, accounts.email) AS account_name, at
     FROM problem_snoozes LEFT JOIN accounts ON accounts.id = account_id
     WHERE until IS NULL OR until > $1::date`,
    [today],
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}

/** Snoozes problems, or changes their snoozes, and deletes all that are over. @param now milliseconds since 1970. */
export async function saveSnoozes(
  { query }: Database,
  { accountId }: Staff,
  { problems, until, reason }: z.infer<typeof snoozeRequest>,
  now: number,
): Promise<void> {
  await query("DELETE FROM problem_snoozes WHERE until <= $1::date", [dayInLondon(now)]);
  await query(
    `INSERT INTO problem_snoozes (rule, resource, record_id, facts, until, reason, account_id, at)
     SELECT DISTINCT ON (rule, resource, record_id) rule, resource, record_id, facts, $2::date, $3, $4, $5::timestamptz
     FROM jsonb_to_recordset($1::jsonb) AS given(rule text, resource text, record_id text, facts text)
     ON CONFLICT (rule, resource, record_id) DO UPDATE SET
       facts = EXCLUDED.facts, until = EXCLUDED.until, reason = EXCLUDED.reason,
       account_id = EXCLUDED.account_id, at = EXCLUDED.at`,
    [JSON.stringify(problems), until, reason, accountId, new Date(now).toISOString()],
  );
}

export async function deleteSnoozes({ query }: Database, problems: readonly ProblemKey[]): Promise<void> {
  await query(
    `DELETE FROM problem_snoozes USING jsonb_to_recordset($1::jsonb) AS given(rule text, resource text, record_id text)
     WHERE problem_snoozes.rule = given.rule AND problem_snoozes.resource = given.resource
       AND problem_snoozes.record_id = given.record_id`,
    [JSON.stringify(problems)],
  );
}
