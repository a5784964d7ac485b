import "server-only";
import { randomUUID } from "node:crypto";
import type { Database } from "../db/connect.ts";
import type { Prisma, PrismaClient } from "../db/generated/client.ts";
import type { AccountRole } from "../db/generated/enums.ts";
import { forgetOldSecurity, recordSecurity } from "../security-log/queries.ts";
import type { Session } from "./session.ts";
import type { RequestSource } from "./source.ts";

const findSessionSql = `
SELECT accounts.id, accounts.email, accounts.name, accounts.role::text, sessions.provider,
  (extract(epoch FROM sessions.created_at) * 1000)::float8, (extract(epoch FROM sessions.last_used_at) * 1000)::float8
FROM sessions JOIN accounts ON accounts.id = sessions.account_id
WHERE sessions.id = $1 AND sessions.expires_at > $2::timestamptz AND NOT accounts.blocked`;

/** Asked with each request that has a session's cookie: the role and the block are those of this moment. */
export function preparedSessionQuery(
  database: Database,
): (id: string, at: Date) => Promise<{ session: Session; lastUsedAt: number } | null> {
  const statement = database.prepare("find_session", findSessionSql);
  return async (id, at) => {
    const [row] = await statement([id, at.toISOString()]);
    if (!row) return null;
    const [accountId, email, name, role, provider, createdAt, lastUsedAt] = row;
    const session = {
      id,
      accountId: String(accountId),
      email: String(email),
      name: typeof name === "string" ? name : null,
      role: role as AccountRole,
      createdAt: Number(createdAt),
      provider: typeof provider === "string" ? provider : null,
    };
    return { session, lastUsedAt: Number(lastUsedAt) };
  };
}

const sessionColumns = {
  id: true,
  device: true,
  address: true,
  created_at: true,
  last_used_at: true,
} satisfies Prisma.SessionSelect;

export type OpenSession = Prisma.SessionGetPayload<{ select: typeof sessionColumns }>;

type NewSession = Omit<OpenSession, "last_used_at"> & { account_id: string; provider: string | null; expires_at: Date };

/** Where the account has as many sessions as it may, the one that was unused for longest ends first. */
export function insertSession(
  { prisma }: Database,
  session: NewSession,
  maxSessions: number,
  source: RequestSource,
): Promise<void> {
  const { account_id, created_at, provider } = session;
  return prisma.$transaction(async (transaction) => {
    // Of several sign-ins at once, each counts the others.
    await transaction.$queryRaw`SELECT id FROM accounts WHERE id = ${account_id} FOR NO KEY UPDATE`;
    const at = created_at.toISOString();
    await transaction.$executeRaw`
      DELETE FROM sessions WHERE account_id = ${account_id} AND (expires_at <= ${at}::timestamptz OR id IN (
        SELECT id FROM sessions WHERE account_id = ${account_id} AND expires_at > ${at}::timestamptz
        ORDER BY last_used_at DESC, created_at DESC, id OFFSET ${maxSessions - 1}::int))`;
    await transaction.session.create({ data: { ...session, last_used_at: created_at }, select: { id: true } });
    const detail = provider === null ? {} : { detail: { provider } };
    await recordSecurity(transaction, { accountId: account_id, by: account_id, action: "sign-in", ...detail, source });
  });
}

/** An account's sessions that are not over, the newest first. */
export function listSessions({ prisma }: Database, accountId: string, at: Date): Promise<OpenSession[]> {
  return prisma.session.findMany({
    select: sessionColumns,
    where: { account_id: accountId, expires_at: { gt: at } },
    orderBy: [{ created_at: "desc" }, { id: "asc" }],
  });
}

/** Signs out. Again, or for what is no session: nothing. */
export function deleteSession({ prisma }: Database, id: string, source: RequestSource): Promise<void> {
  return prisma.$transaction(async (transaction) => {
    const [ended] = await transaction.$queryRaw<{ account_id: string }[]>`
      DELETE FROM sessions WHERE id = ${id} RETURNING account_id`;
    if (!ended) return;
    const { account_id: accountId } = ended;
    await recordSecurity(transaction, { accountId, by: accountId, action: "sign-out", source });
  });
}

/** Signs out everywhere. */
export function endAllSessions({ prisma }: Database, accountId: string, source: RequestSource): Promise<void> {
  return prisma.$transaction(async (transaction) => {
    await deleteSessions(transaction, accountId, null);
    await recordSecurity(transaction, { accountId, by: accountId, action: "sign-out", source });
  });
}

/** @param kept a session that goes on; null: none does. */
export async function deleteSessions(
  transaction: Prisma.TransactionClient,
  accountId: string,
  kept: string | null,
): Promise<void> {
  await transaction.session.deleteMany({
    where: { account_id: accountId, ...(kept === null ? {} : { id: { not: kept } }) },
  });
}

/**
 * Notes when sessions were last used; `uses` are ids and milliseconds since 1970. One that was noted less than five
 * minutes before, also by another instance, and one that is just being ended are passed over.
 */
export async function noteSessionUse(database: Database, uses: { id: string; at: number }[]): Promise<void> {
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

/**
 * Forgets what time has made meaningless, by the database's clock: all instances share it. A failure from the
 * future was noted by an instance whose clock is ahead, and would slow sign-in down for too long on the others.
 */
export async function forgetOldSignIns(database: Database, failureMinutes: number): Promise<void> {
  await database.query("DELETE FROM sessions WHERE expires_at <= now()", []);
  await database.query(
    `DELETE FROM sign_in_failures
     WHERE at NOT BETWEEN now() - $1 * interval '1 minute' AND now() + $1 * interval '1 minute'`,
    [failureMinutes],
  );
  await forgetOldSecurity(database);
}

/** What an account shows of itself: never its password. */
export const accountColumns = {
  id: true,
  email: true,
  name: true,
  role: true,
  blocked: true,
  created_at: true,
} satisfies Prisma.AccountSelect;

export type Account = Prisma.AccountGetPayload<{ select: typeof accountColumns }>;

export interface NewAccount {
  /** In lower case. */
  email: string;
  name: string | null;
  role: AccountRole;
  /** As `hashPassword` writes it; null for whoever signs in elsewhere. */
  password: string | null;
  /** Whether an operator of the service vouches for the address. */
  verified: boolean;
}

/** A taken address breaks the database's own rule, also when two ask at once. */
export function insertAccount(prisma: Prisma.TransactionClient, account: NewAccount): Promise<Account> {
  return prisma.account.create({ data: { id: randomUUID(), ...account }, select: accountColumns });
}

/** Also where its account is blocked: whoever knows the password may know that. */
export function findSignIn(prisma: PrismaClient, email: string) {
  return prisma.account.findUnique({ where: { email }, select: { ...accountColumns, password: true } });
}

export async function hasAdministrator(prisma: PrismaClient): Promise<boolean> {
  return (await prisma.account.count({ where: { role: "admin", blocked: false } })) > 0;
}

interface Attempt {
  email: string;
  address: string;
  at: Date;
  /** Failures from before have no weight. */
  since: Date;
}

export interface NotedFailure {
  id: bigint;
  /** How many there were for the e-mail address before, from all addresses. */
  before: number;
}

/**
 * Notes a failure, unless there are too many already; tries from one address are counted
 * one after another.
 *
 * @returns null where it is one too many: then nothing is noted, so that more tries make the wait no longer.
 */
export function noteFailure(
  { prisma }: Database,
  { email, address, at, since }: Attempt,
  max: { perEmailAndAddress: number; perAddress: number },
): Promise<NotedFailure | null> {
  return prisma.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT 1 AS locked FROM (SELECT pg_advisory_xact_lock(hashtextextended(${address}, 7))) AS lock`;
    const [recent] = await transaction.$queryRaw<{ here: number; same: number; before: number }[]>`
      SELECT (count(*) FILTER (WHERE address = ${address}))::int AS here,
        (count(*) FILTER (WHERE address = ${address} AND email = ${email}))::int AS same,
        (count(*) FILTER (WHERE email = ${email}))::int AS before
      FROM sign_in_failures WHERE (address = ${address} OR email = ${email}) AND at > ${since}`;
    const { here, same, before } = recent ?? { here: 0, same: 0, before: 0 };
    if (here >= max.perAddress || same >= max.perEmailAndAddress) return null;
    const { id } = await transaction.signInFailure.create({ data: { email, address, at }, select: { id: true } });
    return { id, before };
  });
}

export async function forgetFailure({ prisma }: Database, id: bigint): Promise<void> {
  await prisma.signInFailure.deleteMany({ where: { id } });
}
