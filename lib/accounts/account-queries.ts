import "server-only";
import { deleteContact } from "./suggestions/suggestion-queries.ts";
import { accountColumns, accountNames, type Account } from "./sign-in/sign-in-queries.ts";
import { type AccountEditor, anonymizeLocations, recordSecurityEvent } from "./security-log/security-log-queries.ts";
import type { Prisma, PrismaClient } from "../db/generated/client.ts";
import type { Database, Transaction } from "../db/database.ts";
import { anonymizeAuthor } from "../catalogue/activity-queries.ts";
import { hashToken, settleNewPassword } from "./mail/account-letter-queries.ts";
import type { MailingEditor } from "./mail/letter-queries.ts";
import { deleteFactors } from "./second-factors/factor-queries.ts";
import type { AccountChange } from "./schema.browser.ts";

export const managedColumns = {
  ...accountColumns,
  verified: true,
  role_to_confirm: true,
} satisfies Prisma.AccountSelect;
export type ManagedAccountRow = Prisma.AccountGetPayload<{ select: typeof managedColumns }>;

/** Oldest first. */
export function listAccounts(prisma: PrismaClient): Promise<ManagedAccountRow[]> {
  return prisma.account.findMany({ select: managedColumns, orderBy: [{ created_at: "asc" }, { id: "asc" }] });
}

export function findAccount(prisma: Transaction, id: string): Promise<Account | null> {
  return prisma.account.findUnique({ where: { id }, select: accountColumns });
}

/** A new role settles a role to confirm, too. @returns null, with nothing changed, when no administrator would be left. */
export function updateAccount(
  prisma: PrismaClient,
  id: string,
  change: AccountChange,
  { accountId: by, source }: AccountEditor,
): Promise<ManagedAccountRow | null> {
  return prisma.$transaction(async (transaction) => {
    const takesAdministrator = (change.role !== undefined && change.role !== "admin") || change.blocked === true;
    if (takesAdministrator && (await isOnlyAdministrator(transaction, id))) return null;
    // Locks the row, so that of two concurrent changes each logs what it found.
    await transaction.$queryRaw`SELECT id FROM accounts WHERE id = ${id} FOR NO KEY UPDATE`;
    const before = await transaction.account.findUniqueOrThrow({ where: { id }, select: accountColumns });
    const data = change.role === undefined ? change : { ...change, role_to_confirm: null };
    const account = await transaction.account.update({ where: { id }, data, select: managedColumns });
    // An unblocked account must sign in again.
    if (account.blocked) await transaction.session.deleteMany({ where: { account_id: id } });
    // Otherwise a former administrator could come back by an invitation of their own.
    if (takesAdministrator) await transaction.passwordLink.deleteMany({ where: { issued_by: id } });
    if (account.role !== before.role) {
      const detail = { from: before.role, to: account.role };
      await recordSecurityEvent(transaction, { accountId: id, by, action: "role-changed", detail, source });
    }
    if (account.blocked !== before.blocked) {
      const action = account.blocked ? "blocked" : "unblocked";
      await recordSecurityEvent(transaction, { accountId: id, by, action, source });
    }
    return account;
  });
}

/** What its owner sees of an account and its password, and its providers; null when it has been deleted meanwhile. */
export async function findOwnAccount(prisma: PrismaClient, id: string) {
  const found = await prisma.account.findUnique({
    where: { id },
    select: {
      ...accountColumns,
      verified: true,
      password: true,
      password_changed_at: true,
      identities: { select: { provider: true } },
    },
  });
  if (!found) return null;
  const { password, password_changed_at, identities, ...account } = found;
  const has_password = password !== null;
  return {
    ...account,
    has_password,
    password_changed_at: has_password ? password_changed_at : null,
    providers: [...new Set(identities.map(({ provider }) => provider))].sort(),
  };
}

/** @param change its password as `hashPassword` writes it; a new one ends every session but the current one. */
export function updateOwnAccount(
  prisma: PrismaClient,
  { accountId: id, source, mailing, sessionId }: MailingEditor & { sessionId: string },
  { name, password }: { name?: string | null | undefined; password?: string | undefined },
): Promise<void> {
  return prisma.$transaction(async (transaction) => {
    const [account] = await transaction.account.updateManyAndReturn({
      where: { id },
      data: { name, password },
      select: { id: true, email: true },
    });
    if (!account || password === undefined) return;
    await transaction.session.deleteMany({ where: { account_id: id, id: { not: sessionId } } });
    await recordSecurityEvent(transaction, { accountId: id, action: "password-changed", source });
    await settleNewPassword(transaction, mailing, account);
  });
}

/** Its log entries stay, without its name. @returns false, with nothing changed, when no administrator would be left. */
export function deleteAccount(prisma: PrismaClient, id: string): Promise<boolean> {
  return prisma.$transaction(async (transaction) => {
    if (await isOnlyAdministrator(transaction, id)) return false;
    // A concurrent sign-in or new key waits for this lock, and then finds no account.
    await transaction.$queryRaw`SELECT id FROM accounts WHERE id = ${id} FOR UPDATE`;
    const account = await transaction.account.findUnique({ where: { id }, select: { email: true } });
    const keys = await transaction.apiKey.findMany({ where: { account_id: id }, select: { id: true } });
    const subjects = [`account:${id}`, ...keys.map((key) => `key:${key.id}`)];
    const ofAccount = { where: { account_id: id } };
    await transaction.apiKey.deleteMany(ofAccount);
    await transaction.session.deleteMany(ofAccount);
    await transaction.identity.deleteMany(ofAccount);
    await deleteFactors(transaction, id);
    // Its other allowances begin with its own subject and a space.
    const counted = { OR: [{ subject: { in: subjects } }, { subject: { startsWith: `account:${id} ` } }] };
    await transaction.dailyUsage.deleteMany({ where: counted });
    await transaction.passwordLink.deleteMany({ where: { OR: [{ account_id: id }, { issued_by: id }] } });
    await transaction.mailedLink.deleteMany(ofAccount);
    if (account) {
      await transaction.letter.deleteMany({ where: { to: account.email } });
      await deleteContact(transaction, account.email);
      // An invitation of the address may be older than the account.
      await transaction.passwordLink.deleteMany({ where: { email: account.email } });
      await transaction.signInFailure.deleteMany({ where: { email: account.email } });
      await transaction.resetRequest.deleteMany({ where: { email: account.email } });
    }
    await transaction.account.deleteMany({ where: { id } });
    await anonymizeAuthor(transaction, id);
    await anonymizeLocations(transaction, id);
    await recordSecurityEvent(transaction, { accountId: id, action: "account-deleted", source: null });
    return true;
  });
}

/** Locks the administrators, so that two can't demote each other at once; the fixed order avoids a deadlock. */
async function isOnlyAdministrator(transaction: Transaction, id: string): Promise<boolean> {
  const administrators = await transaction.$queryRaw<{ id: string }[]>`
    SELECT id FROM accounts WHERE role = 'admin' AND NOT blocked ORDER BY id FOR UPDATE`;
  return administrators.length === 1 && administrators[0]?.id === id;
}

/** What an invitation or a reset link is for; null when it is wrong, used or expired. */
export async function describeLink(prisma: PrismaClient, token: string, at: Date) {
  const where = { hash: hashToken(token), expires_at: { gt: at } };
  const link = await prisma.passwordLink.findUnique({ where });
  if (link) {
    const { email, role, issued_by, expires_at } = link;
    const invited_by = (await accountNames(prisma, [issued_by])).get(issued_by) ?? null;
    return { email, role, invited_by, expires_at: role === null ? null : expires_at };
  }
  const mailed = await prisma.mailedLink.findUnique({ where: { ...where, purpose: "reset" } });
  const account = mailed && (await findAccount(prisma, mailed.account_id));
  return account && { email: account.email, role: null, invited_by: null, expires_at: null };
}

/** @param tables the SQL conditions of the rows to delete, by table; none are deleted where it is null. */
export async function deleteOverdue(database: Database, tables: Record<string, string | null>): Promise<void> {
  for (const [table, condition] of Object.entries(tables))
    if (condition !== null) await database.query(`DELETE FROM ${table} WHERE ${condition}`, []);
}
