import "server-only";
import { lockAccount } from "../sign-in/sign-in-queries.ts";
import { recordSecurityEvent } from "../security-log/security-log-queries.ts";
import type { RequestSource } from "../../core/client-address.ts";
import type { Prisma, PrismaClient } from "../../db/generated/client.ts";
import type { Transaction } from "../../db/database.ts";
import { AppError } from "../../core/errors.ts";
import { queueFactorsChanged } from "../mail/account-letter-queries.ts";
import type { Mailing, MailingEditor } from "../mail/letter-queries.ts";
import { openAppSecret, newAppSecret, sealAppSecret, stepOfCode, replaceRecoveryCodes } from "./code-queries.ts";
import { maxWrongCodes, type FactorName } from "./terms.browser.ts";

/** The second factors of one account (contract §23). Each change locks the account. */

export const passkeyColumns = {
  id: true,
  name: true,
  created_at: true,
  last_used_at: true,
} satisfies Prisma.PasskeySelect;

export async function readSecondFactors(prisma: Transaction, account_id: string) {
  const where = { account_id };
  const app = await prisma.authenticatorApp.findUnique({ where, select: { confirmed_at: true } });
  const passkeys = await prisma.passkey.findMany({
    where,
    select: passkeyColumns,
    orderBy: [{ created_at: "asc" }, { id: "asc" }],
  });
  return {
    totp: app?.confirmed_at ? { created_at: app.confirmed_at } : null,
    passkeys,
    recovery_codes_left: await prisma.recoveryCode.count({ where }),
  };
}

/** What the account asks for besides its password: a name for the app, and one for each passkey. */
export async function listFactors(prisma: Transaction, account_id: string): Promise<FactorName[]> {
  const apps = await prisma.authenticatorApp.count({ where: { account_id, confirmed_at: { not: null } } });
  const passkeys = await prisma.passkey.count({ where: { account_id } });
  return [...Array<FactorName>(apps).fill("totp"), ...Array<FactorName>(passkeys).fill("passkey")];
}

/** Stores a new secret, in place of one that was not confirmed. @throws AppError 409 when there is an app. */
export function startApp(prisma: PrismaClient, { accountId: account_id, mailing }: MailingEditor): Promise<string> {
  return prisma.$transaction(async (transaction) => {
    await lockAccount(transaction, account_id);
    const app = await transaction.authenticatorApp.findUnique({ where: { account_id } });
    if (app?.confirmed_at)
      throw new AppError("conflict", { message: "This account has an authenticator app. Remove it first." });
    const secret = newAppSecret();
    const pending = {
      secret: sealAppSecret(secret, account_id, mailing.sessionSecret),
      created_at: new Date(mailing.now()),
      last_step: 0,
      wrong_codes: 0,
    };
    await transaction.authenticatorApp.upsert({
      where: { account_id },
      create: { account_id, ...pending },
      update: pending,
      select: { account_id: true },
    });
    return secret;
  });
}

/** The secret of the app that waits for its first code; null when there is none. */
export async function readPendingSecret(
  prisma: PrismaClient,
  account_id: string,
  sessionSecret: string,
): Promise<string | null> {
  const app = await prisma.authenticatorApp.findUnique({ where: { account_id, confirmed_at: null } });
  return app && openAppSecret(app.secret, account_id, sessionSecret);
}

/** @returns after a wrong code how many are left, else the recovery codes of a first factor. @throws AppError 409 without an app. */
export function confirmApp(prisma: PrismaClient, owner: MailingEditor, code: string) {
  const { accountId: account_id, mailing } = owner;
  return prisma.$transaction(async (transaction) => {
    await lockAccount(transaction, account_id);
    const app = await transaction.authenticatorApp.findUnique({ where: { account_id, confirmed_at: null } });
    if (!app) throw new AppError("conflict", { message: "No authenticator app waits for a code. Add one first." });
    const secret = openAppSecret(app.secret, account_id, mailing.sessionSecret);
    const step = secret === null ? null : stepOfCode(secret, code, mailing.now());
    if (step === null) {
      const wrong_codes = app.wrong_codes + 1;
      if (wrong_codes < maxWrongCodes)
        await transaction.authenticatorApp.updateMany({ where: { account_id }, data: { wrong_codes } });
      else await transaction.authenticatorApp.deleteMany({ where: { account_id } });
      return { left: maxWrongCodes - wrong_codes, recoveryCodes: null };
    }
    await transaction.authenticatorApp.update({
      where: { account_id },
      // At sign-in the same code does not work again.
      data: { confirmed_at: new Date(mailing.now()), last_step: step, wrong_codes: 0 },
      select: { account_id: true },
    });
    return { left: null, recoveryCodes: await noteAddition(transaction, owner, "totp") };
  });
}

/** Logs and mails a factor that was just stored. @returns the recovery codes that come with the first one. */
export async function noteAddition(
  transaction: Transaction,
  { accountId, source, mailing }: MailingEditor,
  factor: FactorName,
): Promise<string[] | null> {
  await recordSecurityEvent(transaction, { accountId, action: "second-factor-added", detail: { factor }, source });
  await queueFactorsChanged(transaction, mailing, accountId, "added", factor);
  if ((await listFactors(transaction, accountId)).length > 1) return null;
  await recordSecurityEvent(transaction, { accountId, action: "recovery-codes-made", source });
  return replaceRecoveryCodes(transaction, accountId);
}

/** @throws AppError 409 without a factor. */
export function renewRecoveryCodes(prisma: PrismaClient, { accountId, source }: MailingEditor): Promise<string[]> {
  return prisma.$transaction(async (transaction) => {
    await lockAccount(transaction, accountId);
    if ((await listFactors(transaction, accountId)).length === 0)
      throw new AppError("conflict", { message: "Recovery codes belong to a second factor. Add one first." });
    await recordSecurityEvent(transaction, { accountId, action: "recovery-codes-made", source });
    return replaceRecoveryCodes(transaction, accountId);
  });
}

/** Also removes an app that waits for its first code. @returns whether there was one. */
export function removeApp(prisma: PrismaClient, owner: MailingEditor): Promise<boolean> {
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
export function removePasskey(prisma: PrismaClient, owner: MailingEditor, id: string): Promise<boolean> {
  return prisma.$transaction(async (transaction) => {
    await lockAccount(transaction, owner.accountId);
    const { count } = await transaction.passkey.deleteMany({ where: { id, account_id: owner.accountId } });
    if (count > 0) await noteRemoval(transaction, owner, "passkey");
    return count > 0;
  });
}

/** Recovery codes end with the last factor: they are in its place, and nothing else. */
async function noteRemoval(
  transaction: Transaction,
  { accountId, source, mailing }: MailingEditor,
  factor: FactorName,
): Promise<void> {
  if ((await listFactors(transaction, accountId)).length === 0)
    await transaction.recoveryCode.deleteMany({ where: { account_id: accountId } });
  await recordSecurityEvent(transaction, { accountId, action: "second-factor-removed", detail: { factor }, source });
  await queueFactorsChanged(transaction, mailing, accountId, "removed", factor);
}

/** @param by null, without a source: the operator. @returns how many factors there were; null without such an account. */
export function resetFactors(
  prisma: PrismaClient,
  accountId: string,
  { by, source, mailing }: { by: string | null; source: RequestSource | null; mailing: Mailing },
): Promise<number | null> {
  return prisma.$transaction(async (transaction) => {
    const locked = await transaction.$queryRaw<object[]>`
      SELECT id FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
    if (locked.length === 0) return null;
    const removed = await listFactors(transaction, accountId);
    await deleteFactors(transaction, accountId);
    const entry = { accountId, by, action: "second-factor-removed", source } as const;
    for (const factor of removed) await recordSecurityEvent(transaction, { ...entry, detail: { factor } });
    if (removed[0]) await queueFactorsChanged(transaction, mailing, accountId, "reset", removed[0]);
    return removed.length;
  });
}

/** Without a trace, for an account that ends, or that its true owner takes over. */
export async function deleteFactors(transaction: Transaction, account_id: string): Promise<void> {
  const ofAccount = { where: { account_id } };
  await transaction.authenticatorApp.deleteMany(ofAccount);
  await transaction.passkey.deleteMany(ofAccount);
  await transaction.recoveryCode.deleteMany(ofAccount);
  await transaction.passkeyChallenge.deleteMany(ofAccount);
}
