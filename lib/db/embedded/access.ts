import "server-only";
import type { PGlite, Transaction } from "@electric-sql/pglite";

/** What accounts ask for besides their passwords. A database of an earlier version lacks these tables. */
const factorTables = ["authenticator_apps", "passkeys", "recovery_codes"];

export type AccessRows = Awaited<ReturnType<typeof readAccessRows>>;

export async function readAccessRows(pglite: PGlite) {
  const rowsOf = async <Row extends object>(table: string, condition = "true") => {
    const { rows } = await pglite.query<{ row: Row }>(
      `SELECT to_jsonb(${table}) AS row FROM ${table} WHERE ${condition}`,
    );
    return rows.map(({ row }) => row);
  };
  const { rows } = await pglite.query<{ hasFactors: boolean; value: number }>(
    `SELECT to_regclass('passkeys') IS NOT NULL AS "hasFactors", value::float8 AS value FROM versions WHERE name = 'keys'`,
  );
  return {
    accounts: await rowsOf<{ id: string }>("accounts"),
    api_keys: await rowsOf<{ id: string }>("api_keys"),
    identities: await rowsOf("identities"),
    /** Null: the database has no such tables. */
    factors: rows[0]?.hasFactors
      ? await Promise.all(factorTables.map(async (table) => ({ table, rows: await rowsOf(table) })))
      : null,
    /** Today and yesterday (UTC). */
    daily_usage: await rowsOf("daily_usage", "day >= (now() AT TIME ZONE 'UTC')::date - 1"),
    /** Increases with each change of keys and blocks. */
    keysVersion: rows[0]?.value ?? 0,
  };
}

/** Whether `present` can be a later state of `old`. Another database says nothing about the accounts of this one. */
export function isSuccessorOf(present: AccessRows, old: AccessRows): boolean {
  const ids = new Set(present.accounts.map(({ id }) => id));
  const isSame = old.accounts.length === 0 || old.accounts.some(({ id }) => ids.has(id));
  return isSame && present.keysVersion >= old.keysVersion;
}

/**
 * Applies the present access rules to an older database: deletes deleted accounts, takes over role, block, password,
 * second factors and sign-in providers, keeps revoked keys revoked, and keeps the larger of each pair of counts.
 *
 * @returns what differed in the older database, and what it lacks.
 */
export function carryAccessOver(old: PGlite, present: AccessRows) {
  return old.transaction(async (transaction) => {
    const { rows: before } = await transaction.query<{ accounts: string[]; keys: string[] }>(
      "SELECT ARRAY(SELECT id FROM accounts) AS accounts, ARRAY(SELECT id FROM api_keys) AS keys",
    );
    const known = { accounts: new Set(before[0]?.accounts), keys: new Set(before[0]?.keys) };
    const deletedAccounts = await deleteAccounts(transaction, present);
    const changedAccounts = await updateAccounts(transaction, present);
    await replaceFactors(transaction, present);
    const revokedKeys = await revokeKeys(transaction, present);
    await raiseCounts(transaction, present);
    return {
      deletedAccounts,
      changedAccounts,
      revokedKeys,
      lostAccounts: present.accounts.filter(({ id }) => !known.accounts.has(id)).length,
      lostKeys: present.api_keys.filter(({ id }) => !known.keys.has(id)).length,
    };
  });
}

async function deleteAccounts(transaction: Transaction, { accounts }: AccessRows): Promise<string[]> {
  const gone = "SELECT id FROM accounts WHERE id <> ALL($1::text[])";
  const ids = [accounts.map(({ id }) => id)];
  const { rows: owned } = await transaction.query<{ table: string; column: string }>(
    `SELECT conrelid::regclass::text AS "table", quote_ident(attname) AS "column"
     FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
     WHERE confrelid = 'accounts'::regclass AND contype = 'f'`,
  );
  await transaction.query(
    `DELETE FROM daily_usage WHERE subject IN (
       SELECT 'account:' || id FROM (${gone}) AS gone
       UNION ALL SELECT 'key:' || id FROM api_keys WHERE account_id IN (${gone}))`,
    ids,
  );
  for (const { table, column } of owned)
    await transaction.query(`DELETE FROM ${table} WHERE ${column} IN (${gone})`, ids);
  const { rows } = await transaction.query<{ email: string }>(
    "DELETE FROM accounts WHERE id <> ALL($1::text[]) RETURNING email",
    ids,
  );
  return rows.map(({ email }) => email).sort();
}

async function updateAccounts(transaction: Transaction, { accounts, identities }: AccessRows): Promise<string[]> {
  const { rows } = await transaction.query<{ email: string }>(
    `UPDATE accounts SET role = given.role, blocked = given.blocked, password = given.password
     FROM jsonb_to_recordset($1::jsonb) AS given (id text, role "AccountRole", blocked boolean, password text)
     WHERE accounts.id = given.id
       AND (accounts.role, accounts.blocked, accounts.password) IS DISTINCT FROM (given.role, given.blocked, given.password)
     RETURNING email`,
    [JSON.stringify(accounts)],
  );
  await transaction.query(
    `DELETE FROM identities WHERE (provider, subject, account_id) NOT IN (
       SELECT provider, subject, account_id
       FROM jsonb_to_recordset($1::jsonb) AS given (provider text, subject text, account_id text))`,
    [JSON.stringify(identities)],
  );
  return rows.map(({ email }) => email).sort();
}

/** A removed factor must not come back, nor a used code work again. */
async function replaceFactors(transaction: Transaction, { factors }: AccessRows): Promise<void> {
  for (const { table, rows } of factors ?? []) {
    await transaction.query(`DELETE FROM ${table}`);
    await transaction.query(
      `INSERT INTO ${table} SELECT given.* FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb) AS given
       WHERE account_id IN (SELECT id FROM accounts)`,
      [JSON.stringify(rows)],
    );
  }
}

/** Also revokes keys that the present database lacks, as deleted ones. @returns how many worked in the old one. */
async function revokeKeys(transaction: Transaction, { api_keys }: AccessRows): Promise<number> {
  const parameters = [JSON.stringify(api_keys)];
  const rows = `jsonb_to_recordset($1::jsonb) AS given (
    id text, revoked_at timestamptz, expires_at timestamptz)`;
  const working = `SELECT count(*)::int AS count FROM api_keys
    WHERE (revoked_at IS NULL OR revoked_at > now()) AND (expires_at IS NULL OR expires_at > now())`;
  const before = await transaction.query<{ count: number }>(working);
  await transaction.query(
    `UPDATE api_keys SET revoked_at = LEAST(api_keys.revoked_at, given.revoked_at),
       expires_at = LEAST(api_keys.expires_at, given.expires_at)
     FROM ${rows} WHERE api_keys.id = given.id`,
    parameters,
  );
  await transaction.query(
    `UPDATE api_keys SET revoked_at = LEAST(revoked_at, now()) WHERE id NOT IN (SELECT id FROM ${rows})`,
    parameters,
  );
  const after = await transaction.query<{ count: number }>(working);
  return (before.rows[0]?.count ?? 0) - (after.rows[0]?.count ?? 0);
}

/** For addresses, and for the accounts and keys that the old database has. */
async function raiseCounts(transaction: Transaction, { daily_usage }: AccessRows): Promise<void> {
  await transaction.query(
    `INSERT INTO daily_usage AS usage (subject, day, daily_limit, allowed, refused, granted)
     SELECT subject, day, daily_limit, allowed, refused, 0 FROM jsonb_to_recordset($1::jsonb)
       AS given (subject text, day date, daily_limit int, allowed int, refused int)
     WHERE subject LIKE 'ip:%' OR subject IN (
       SELECT 'account:' || id FROM accounts UNION ALL SELECT 'key:' || id FROM api_keys)
     ON CONFLICT (subject, day) DO UPDATE SET
       allowed = GREATEST(usage.allowed, EXCLUDED.allowed), refused = GREATEST(usage.refused, EXCLUDED.refused)`,
    [JSON.stringify(daily_usage)],
  );
}

/** Who has access with a database as it is. Staff: `admin@example.com (admin)`. */
export async function countSignInCapabilities(pglite: PGlite) {
  const { rows } = await pglite.query<{ workingKeys: number; accounts: number; staff: string[] }>(
    `SELECT (SELECT count(*)::int FROM api_keys JOIN accounts ON accounts.id = account_id
         WHERE NOT blocked AND (revoked_at IS NULL OR revoked_at > now()) AND (expires_at IS NULL OR expires_at > now())
       ) AS "workingKeys",
       (SELECT count(*)::int FROM accounts WHERE NOT blocked) AS accounts,
       ARRAY(SELECT email || ' (' || role || ')' FROM accounts WHERE role <> 'developer' AND NOT blocked ORDER BY email) AS staff`,
  );
  const [capabilities] = rows;
  if (!capabilities) throw new Error("The count returned no row.");
  return capabilities;
}
