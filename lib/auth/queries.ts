import "server-only";
import { randomUUID } from "node:crypto";
import type { Database } from "../db/connect.ts";
import { Prisma, type PrismaClient } from "../db/generated/client.ts";
import type { AccountRole } from "../db/generated/enums.ts";
import type { Session } from "./session.ts";

/** A session's own id is what its cookie holds: only this is shown of it. */
const shownId = "left(encode(sha256(convert_to(sessions.id, 'UTF8')), 'hex'), 32)";

const findSessionSql = `
SELECT ${shownId}, accounts.id, accounts.email, accounts.name, accounts.role::text
FROM sessions JOIN accounts ON accounts.id = sessions.account_id
WHERE sessions.id = $1 AND sessions.expires_at > $2::timestamptz AND NOT accounts.blocked`;

/** Asked with each request that has a session's cookie: the role and the block are those of this moment. */
export function preparedSessionQuery(database: Database): (sid: string, at: Date) => Promise<Session | null> {
  const statement = database.prepare("find_session", findSessionSql);
  return async (sid, at) => {
    const [row] = await statement([sid, at.toISOString()]);
    if (!row) return null;
    const [id, accountId, email, name, role] = row;
    return {
      id: String(id),
      accountId: String(accountId),
      email: String(email),
      name: typeof name === "string" ? name : null,
      role: role as AccountRole,
    };
  };
}

interface NewSession {
  id: string;
  accountId: string;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertSession({ prisma }: Database, session: NewSession): Promise<void> {
  const { id, accountId: account_id, createdAt: created_at, expiresAt: expires_at } = session;
  await prisma.session.create({ data: { id, account_id, created_at, expires_at }, select: { id: true } });
}

export async function deleteSession({ prisma }: Database, id: string): Promise<void> {
  await prisma.session.deleteMany({ where: { id } });
}

export interface OpenSession {
  /** As `Session.id`. */
  id: string;
  createdAt: Date;
  expiresAt: Date;
}

/** An account's sessions that are not over, the newest first. */
export async function listSessions(database: Database, accountId: string, at: Date): Promise<OpenSession[]> {
  const rows = await database.query<{ id: string; created: number; expires: number }>(
    `SELECT ${shownId} AS id,
       (extract(epoch FROM created_at) * 1000)::float8 AS created,
       (extract(epoch FROM expires_at) * 1000)::float8 AS expires
     FROM sessions WHERE account_id = $1 AND expires_at > $2::timestamptz ORDER BY created_at DESC, 1`,
    [accountId, at.toISOString()],
  );
  return rows.map(({ id, created, expires }) => ({ id, createdAt: new Date(created), expiresAt: new Date(expires) }));
}

/** @param kept a session that goes on, by its `Session.id`; null: none does. */
export async function deleteSessions(
  transaction: Prisma.TransactionClient,
  accountId: string,
  kept: string | null,
): Promise<void> {
  await transaction.$executeRaw`
    DELETE FROM sessions WHERE account_id = ${accountId} AND ${Prisma.raw(shownId)} <> ${kept ?? ""}`;
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
