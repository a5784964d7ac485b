import "server-only";
import { randomUUID } from "node:crypto";
import type { Database, Transaction } from "../../db/database.ts";
import type { Account as AccountRow, Prisma, PrismaClient } from "../../db/generated/client.ts";
import { AppError } from "../../core/errors.ts";

/** For how long failed attempts count (contract §7), and requests for a link. */
export const attemptMinutes = 15;
/** Requests for a link to reset a password have the same limits, counted by themselves. */
export const maxAttempts = { perEmailAndAddress: 10, perAddress: 50 };

/** Older attempts do not count. */
export function attemptsCountFrom(at: Date): Date {
  return new Date(at.getTime() - attemptMinutes * 60_000);
}

/** The public columns of an account, without its password. */
export const accountColumns = {
  id: true,
  email: true,
  name: true,
  role: true,
  blocked: true,
  created_at: true,
} satisfies Prisma.AccountSelect;

export type Account = Prisma.AccountGetPayload<{ select: typeof accountColumns }>;

/** What people call accounts, by their ids: their names, or the addresses of those that have none. */
export async function accountNames(prisma: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const accounts = await prisma.account.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, name: true, email: true },
  });
  return new Map(accounts.map(({ id, name, email }) => [id, name ?? email]));
}

/** Its address in lower case, its password as `hashPassword` writes it, and its id unless it gets a new one. */
type NewAccount = Pick<AccountRow, "email" | "name" | "role" | "password" | "verified"> & { id?: string };

/** A taken address breaks a unique constraint, also under concurrent requests. */
export function insertAccount(prisma: Transaction, account: NewAccount): Promise<Account> {
  return prisma.account.create({ data: { id: randomUUID(), ...account }, select: accountColumns });
}

/** With its stored password. Also finds blocked accounts: a person who knows the password may learn about the block. */
export function findSignIn(prisma: PrismaClient, email: string) {
  return prisma.account.findUnique({ where: { email }, select: { ...accountColumns, password: true } });
}

/** Without Prisma, because every start asks, and Prisma's first query takes a tenth of a second or more. */
export async function hasAdministrator({ query }: Pick<Database, "query">): Promise<boolean> {
  return (await query("SELECT FROM accounts WHERE role = 'admin' AND NOT blocked LIMIT 1", [])).length > 0;
}

export interface Attempt {
  email: string;
  address: string;
  at: Date;
}

export interface RecordedFailure {
  id: bigint;
  /** How many failures the email address already had, from all IP addresses. */
  before: number;
  /** How many of these from this IP address. */
  same: number;
}

/** Attempts of one address take turns. @returns null at the limit, with nothing recorded, so that the wait does not grow. */
export function recordFailure(
  { prisma }: Database,
  { email, address, at }: Attempt,
  max = maxAttempts,
): Promise<RecordedFailure | null> {
  return prisma.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT 1 AS locked FROM (SELECT pg_advisory_xact_lock(hashtextextended(${address}, 7))) AS lock`;
    const [recent] = await transaction.$queryRaw<{ here: number; same: number; before: number }[]>`
      SELECT (count(*) FILTER (WHERE address = ${address}))::int AS here,
        (count(*) FILTER (WHERE address = ${address} AND email = ${email}))::int AS same,
        (count(*) FILTER (WHERE email = ${email}))::int AS before
      FROM sign_in_failures WHERE (address = ${address} OR email = ${email}) AND at > ${attemptsCountFrom(at)}`;
    const { here, same, before } = recent ?? { here: 0, same: 0, before: 0 };
    if (here >= max.perAddress || same >= max.perEmailAndAddress) return null;
    const { id } = await transaction.signInFailure.create({ data: { email, address, at }, select: { id: true } });
    return { id, before, same };
  });
}

export async function deleteFailures({ prisma }: Database, ids: bigint[]): Promise<void> {
  await prisma.signInFailure.deleteMany({ where: { id: { in: ids } } });
}

/** Serialises what changes the keys or the second factors of one account. @throws AppError 401 when it has been deleted meanwhile. */
export async function lockAccount(transaction: Transaction, accountId: string): Promise<void> {
  const locked = await transaction.$queryRaw<object[]>`
    SELECT id FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
  if (locked.length === 0) throw new AppError("unauthorized", { message: "This account was deleted." });
}
