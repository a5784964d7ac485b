import "server-only";
import { randomUUID } from "node:crypto";
import type { Database } from "../db/connect.ts";
import type { Prisma, PrismaClient } from "../db/generated/client.ts";
import type { AccountRole } from "../db/generated/enums.ts";
import { forgetOldSecurity } from "../security-log/queries.ts";

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
