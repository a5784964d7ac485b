import "server-only";
import { lockAccount } from "../sign-in/queries.ts";
import type { RequestSource } from "../security-log/source.ts";
import type { Prisma, PrismaClient } from "../../db/generated/client.ts";
import { queueFactorsChanged } from "../../mail/account-letter-queries.ts";
import type { Mailing } from "../../mail/queries.ts";
import { recordSecurityEvent } from "../security-log/queries.ts";
import { hasSecondFactor, readSecondFactors, type FactorName, type FactorOwner } from "./queries.ts";

/** How second factors end. */

/** Also removes an app that waits for its first code. @returns whether there was one. */
export function removeApp(prisma: PrismaClient, owner: FactorOwner): Promise<boolean> {
  return prisma.$transaction(async (transaction) => {
    const { accountId: account_id } = owner;
    await lockAccount(transaction, account_id);
    const app = await transaction.authenticatorApp.findUnique({ where: { account_id } });
    if (!app) return false;
    await transaction.authenticatorApp.deleteMany({ where: { account_id } });
    if (app.confirmed_at) await noteRemoval(transaction, owner, "totp");
    return true;
  });
}

/** @returns whether the account has such a passkey. */
export function removePasskey(prisma: PrismaClient, owner: FactorOwner, id: string): Promise<boolean> {
  return prisma.$transaction(async (transaction) => {
    await lockAccount(transaction, owner.accountId);
    const { count } = await transaction.passkey.deleteMany({ where: { id, account_id: owner.accountId } });
    if (count > 0) await noteRemoval(transaction, owner, "passkey");
    return count > 0;
  });
}

/** Recovery codes end with the last factor: they are in its place, and nothing else. */
async function noteRemoval(
  transaction: Prisma.TransactionClient,
  { accountId, source, mailing }: FactorOwner,
  factor: FactorName,
): Promise<void> {
  if (!(await hasSecondFactor(transaction, accountId)))
    await transaction.recoveryCode.deleteMany({ where: { account_id: accountId } });
  const entry = { accountId, by: accountId, detail: { factor }, source };
  await recordSecurityEvent(transaction, { ...entry, action: "second-factor-removed" });
  await queueFactorsChanged(transaction, mailing, accountId, "removed", [factor]);
}

/** Who removes the factors of another account; null: the operator, on the machine. */
interface FactorRemover {
  by: string | null;
  source: RequestSource | null;
  mailing: Mailing;
}

/** Removes every factor of an account. @returns how many there were; null when there is no such account. */
export function resetFactors(
  prisma: PrismaClient,
  accountId: string,
  { by, source, mailing }: FactorRemover,
): Promise<number | null> {
  return prisma.$transaction(async (transaction) => {
    const locked = await transaction.$queryRaw<object[]>`
      SELECT id FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
    if (locked.length === 0) return null;
    const { confirmedAt, passkeys } = await readSecondFactors(transaction, accountId);
    await deleteFactors(transaction, accountId);
    const removed: FactorName[] = [
      ...(confirmedAt ? ["totp" as const] : []),
      ...passkeys.map(() => "passkey" as const),
    ];
    for (const factor of removed)
      await recordSecurityEvent(transaction, {
        accountId,
        by,
        action: "second-factor-removed",
        detail: { factor },
        source,
      });
    if (removed.length > 0) await queueFactorsChanged(transaction, mailing, accountId, "reset", removed);
    return removed.length;
  });
}

/** Without a trace, for an account that ends, or that its true owner takes over. */
export async function deleteFactors(transaction: Prisma.TransactionClient, account_id: string): Promise<void> {
  const own = { where: { account_id } };
  await transaction.authenticatorApp.deleteMany(own);
  await transaction.passkey.deleteMany(own);
  await transaction.recoveryCode.deleteMany(own);
  await transaction.passkeyChallenge.deleteMany(own);
}
