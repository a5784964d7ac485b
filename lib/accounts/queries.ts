import "server-only";
import { accountColumns, type Account } from "../auth/queries.ts";
import type { Prisma, PrismaClient } from "../db/generated/client.ts";
import type { AccountChange } from "./schema.ts";

/** The oldest first. */
export function listAccounts(prisma: PrismaClient): Promise<Account[]> {
  return prisma.account.findMany({ select: accountColumns, orderBy: [{ created_at: "asc" }, { id: "asc" }] });
}

export async function findAccount(prisma: Prisma.TransactionClient, id: string): Promise<Account | null> {
  // PostgreSQL has no text with a NUL, and so no account that it could name.
  return id.includes("\0") ? null : prisma.account.findUnique({ where: { id }, select: accountColumns });
}

/** @returns null, with nothing changed, where it would leave nobody who manages accounts. */
export function updateAccount(prisma: PrismaClient, id: string, change: AccountChange): Promise<Account | null> {
  return prisma.$transaction(async (transaction) => {
    const takesAdministrator = (change.role !== undefined && change.role !== "admin") || change.blocked === true;
    if (takesAdministrator && (await isOnlyAdministrator(transaction, id))) return null;
    const account = await transaction.account.update({ where: { id }, data: change, select: accountColumns });
    // Whoever is let in again signs in again.
    if (account.blocked) await transaction.session.deleteMany({ where: { account_id: id } });
    return account;
  });
}

/** The lock keeps two administrators from demoting each other at once; held in one order, it never crosses itself. */
async function isOnlyAdministrator(transaction: Prisma.TransactionClient, id: string): Promise<boolean> {
  const administrators = await transaction.$queryRaw<{ id: string }[]>`
    SELECT id FROM accounts WHERE role = 'admin' AND NOT blocked ORDER BY id FOR UPDATE`;
  return administrators.length === 1 && administrators[0]?.id === id;
}
