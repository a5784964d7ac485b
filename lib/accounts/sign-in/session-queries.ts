import "server-only";
import type { Database } from "../../db/database.ts";
import type { Session as SessionRow } from "../../db/generated/client.ts";
import type { AccountRole } from "../../db/generated/enums.ts";
import { recordSecurityEvent } from "../security-log/security-log-queries.ts";
import type { Use } from "../use-recorder.ts";
import type { RequestSource } from "../../core/client-address.ts";
import type { Session } from "../../http/access/session.ts";

const findSessionSql = `
SELECT accounts.id, accounts.email, accounts.name, accounts.role::text, sessions.provider,
  (extract(epoch FROM sessions.created_at) * 1000)::float8, (extract(epoch FROM sessions.last_used_at) * 1000)::float8,
  accounts.password IS NOT NULL
  AND NOT EXISTS (SELECT FROM authenticator_apps WHERE account_id = accounts.id AND confirmed_at IS NOT NULL)
  AND NOT EXISTS (SELECT FROM passkeys WHERE account_id = accounts.id)
FROM sessions JOIN accounts ON accounts.id = sessions.account_id
WHERE sessions.id = $1 AND sessions.expires_at > $2::timestamptz AND NOT accounts.blocked`;

/** Runs with each request that has a session cookie, so that role and block are current. */
export function prepareSessionQuery(
  database: Database,
): (id: string, at: Date) => Promise<{ session: Session; lastUsedAt: number } | null> {
  const statement = database.prepare("find_session", findSessionSql);
  return async (id, at) => {
    const [row] = await statement([id, at.toISOString()]);
    if (!row) return null;
    const [accountId, email, name, role, provider, createdAt, lastUsedAt, hasOnlyPassword] = row;
    const session = {
      id,
      accountId: String(accountId),
      email: String(email),
      name: typeof name === "string" ? name : null,
      role: role as AccountRole,
      createdAt: Number(createdAt),
      provider: typeof provider === "string" ? provider : null,
      hasOnlyPassword: hasOnlyPassword === "t",
    };
    return { session, lastUsedAt: Number(lastUsedAt) };
  };
}

/** Per account (contract §7). */
const maxSessions = 20;

/** Of too many sessions, the one unused for longest ends. @param loggedProvider for the security log; null for a password. */
export function insertSession(
  { prisma }: Database,
  session: Omit<SessionRow, "last_used_at">,
  source: RequestSource,
  loggedProvider: string | null,
): Promise<void> {
  const { account_id, created_at } = session;
  return prisma.$transaction(async (transaction) => {
    // Locks the account, so that concurrent sign-ins count each other.
    await transaction.$queryRaw`SELECT id FROM accounts WHERE id = ${account_id} FOR NO KEY UPDATE`;
    const at = created_at.toISOString();
    await transaction.$executeRaw`
      DELETE FROM sessions WHERE account_id = ${account_id} AND (expires_at <= ${at}::timestamptz OR id IN (
        SELECT id FROM sessions WHERE account_id = ${account_id} AND expires_at > ${at}::timestamptz
        ORDER BY last_used_at DESC, created_at DESC, id OFFSET ${maxSessions - 1}::int))`;
    await transaction.session.create({ data: { ...session, last_used_at: created_at }, select: { id: true } });
    const detail = loggedProvider === null ? {} : { detail: { provider: loggedProvider } };
    await recordSecurityEvent(transaction, { accountId: account_id, action: "sign-in", ...detail, source });
  });
}

/** An account's active sessions, newest first. */
export function listSessions({ prisma }: Database, accountId: string, at: Date) {
  return prisma.session.findMany({
    select: { id: true, device: true, address: true, created_at: true, last_used_at: true },
    where: { account_id: accountId, expires_at: { gt: at } },
    orderBy: [{ created_at: "desc" }, { id: "asc" }],
  });
}

/** Signs out, unless the session has ended. @param by the account that ends it; default: the session's own. */
export function deleteSession({ prisma }: Database, id: string, source: RequestSource, by?: string): Promise<void> {
  return prisma.$transaction(async (transaction) => {
    const [ended] = await transaction.$queryRaw<{ account_id: string }[]>`
      DELETE FROM sessions WHERE id = ${id} RETURNING account_id`;
    if (!ended) return;
    await recordSecurityEvent(transaction, { accountId: ended.account_id, by, action: "sign-out", source });
  });
}

/** Ends all sessions of an account. @param by the account that ends them. */
export function endAllSessions({ prisma }: Database, accountId: string, source: RequestSource, by: string) {
  return prisma.$transaction(async (transaction) => {
    await transaction.session.deleteMany({ where: { account_id: accountId } });
    await recordSecurityEvent(transaction, { accountId, by, action: "sign-out", source });
  });
}

/** Skips sessions recorded less than five minutes before, by any instance, and those that are just being ended. */
export async function recordSessionUse(database: Database, uses: Use[]): Promise<void> {
  await database.query(
    `UPDATE sessions SET last_used_at = used.at
     FROM (
       SELECT sessions.id, to_timestamp(given.at / 1000) AS at
       FROM unnest($1::text[], $2::float8[]) AS given(id, at) JOIN sessions ON sessions.id = given.id
       WHERE last_used_at <= to_timestamp(given.at / 1000) - interval '5 minutes'
       FOR UPDATE OF sessions SKIP LOCKED
     ) AS used
     WHERE sessions.id = used.id`,
    [uses.map(({ id }) => id), uses.map(({ at }) => at)],
  );
}
