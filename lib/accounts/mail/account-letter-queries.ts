import "server-only";
import { hash, randomBytes, randomUUID } from "node:crypto";
import type { PrismaClient } from "../../db/generated/client.ts";
import type { MailedLinkPurpose } from "../../db/generated/enums.ts";
import type { Database, Transaction } from "../../db/database.ts";
import type { RequestSource } from "../../core/client-address.ts";
import type { AllowanceRefusal } from "../../http/rate-limit/allowance.ts";
import type { FactorName } from "../second-factors/terms.browser.ts";
import { noticeTexts, tellOwner } from "../keys/notices/notice-queries.ts";
import { recordSecurityEvent } from "../security-log/security-log-queries.ts";
import {
  accountColumns,
  attemptsCountFrom,
  maxAttempts,
  type Account,
  type Attempt,
} from "../sign-in/sign-in-queries.ts";
import * as texts from "./letter-texts.ts";
import { queueLetter, takeLinkLetter, type Mailing, takeChangeLetter } from "./letter-queries.ts";

/** Links that prove an address, and letters about an account (contract §19). */

/** A new token for a link. */
export const newToken = () => randomBytes(32).toString("base64url");

/** A fast hash is right for 32 random bytes, which can't be guessed. */
export const hashToken = (token: string) => hash("sha256", token);

/** Contract §19. */
const mailedLinks = {
  reset: { milliseconds: 3_600_000, page: "/set-password", textOf: texts.resetText },
  verify: { milliseconds: 24 * 3_600_000, page: "/verify-email", textOf: texts.verificationText },
};

/** Its token is stored nowhere but in the letter. Does nothing where mail is not set. @returns why there is no letter now. */
export async function mailLink(
  transaction: Transaction,
  mailing: Mailing,
  purpose: MailedLinkPurpose,
  { id: account_id, email: to }: Pick<Account, "id" | "email">,
): Promise<AllowanceRefusal | null> {
  if (mailing.settings.SMTP_URL === undefined) return null;
  const refusal = await takeLinkLetter(transaction, mailing, to);
  if (refusal) return refusal;
  const { milliseconds, page, textOf } = mailedLinks[purpose];
  const expiresAt = new Date(mailing.now() + milliseconds);
  const token = newToken();
  const link = { account_id, purpose, expires_at: expiresAt, hash: hashToken(token) };
  await transaction.mailedLink.create({ data: link, select: { hash: true } });
  const text = textOf(texts.tokenUrl(page, token, mailing.settings));
  await queueLetter(transaction, mailing.settings, { to, ...text, expiresAt });
  return null;
}

/** @returns the account of the link; null when it is wrong, used or expired. */
export async function takeMailedLink(
  transaction: Transaction,
  token: string,
  { purpose, at }: { purpose: MailedLinkPurpose; at: Date },
): Promise<string | null> {
  // Of two uses at once, one deletes the row; the other waits for it and finds none.
  const [link] = await transaction.$queryRaw<{ account_id: string }[]>`
    DELETE FROM mailed_links
    WHERE hash = ${hashToken(token)} AND purpose::text = ${purpose} AND expires_at > ${at.toISOString()}::timestamptz
    RETURNING account_id`;
  return link?.account_id ?? null;
}

/** Further requests change nothing: neither many letters nor an end of the links that were sent. */
const maxLinksPerAccount = 3;

/** Runs the same statements whether the address has an account or not; above the limits it notes nothing. */
export function requestReset({ prisma }: Database, { email, address, at }: Attempt): Promise<void> {
  return prisma.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT 1 AS locked FROM (SELECT pg_advisory_xact_lock(hashtextextended(${address}, 11))) AS lock`;
    const [recent] = await transaction.$queryRaw<{ here: number; same: number }[]>`
      SELECT count(*)::int AS here, (count(*) FILTER (WHERE email = ${email}))::int AS same
      FROM reset_requests WHERE address = ${address} AND at > ${attemptsCountFrom(at)}`;
    const { here, same } = recent ?? { here: 0, same: 0 };
    if (here >= maxAttempts.perAddress || same >= maxAttempts.perEmailAndAddress) return;
    await transaction.resetRequest.create({ data: { email, address, at }, select: { id: true } });
  });
}

/** Queues a letter with a link for each request since the last call whose address has an account and may get it. */
export async function answerResetRequests({ prisma }: Database, mailing: Mailing): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    const requests = await transaction.$queryRaw<{ email: string }[]>`
      UPDATE reset_requests SET is_answered = true
      WHERE id IN (SELECT id FROM reset_requests WHERE NOT is_answered ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED)
      RETURNING email`;
    const emails = [...new Set(requests.map(({ email }) => email))];
    if (emails.length === 0) return;
    const accounts = await transaction.account.findMany({
      where: { email: { in: emails }, blocked: false },
      select: { id: true, email: true },
      // Two instances lock the counts of the recipients in the same order.
      orderBy: { email: "asc" },
    });
    for (const account of accounts) {
      const valid = { account_id: account.id, purpose: "reset", expires_at: { gt: new Date(mailing.now()) } } as const;
      const count = await transaction.mailedLink.count({ where: valid });
      if (count < maxLinksPerAccount) await mailLink(transaction, mailing, "reset", account);
    }
  });
}

const names = { totp: "An authenticator app", passkey: "A passkey" };

/**
 * Tells the owner, in the transaction of the change. Anyone can open an account with another person's address, so the
 * letters about one's own changes are limited. @param change `reset`: an administrator or operator removed all factors.
 */
export async function queueFactorsChanged(
  transaction: Transaction,
  mailing: Mailing,
  id: string,
  change: "added" | "removed" | "reset",
  factor: FactorName,
): Promise<void> {
  const { settings } = mailing;
  if (settings.SMTP_URL === undefined) return;
  // The change has locked the account.
  const { email: to } = await transaction.account.findUniqueOrThrow({ where: { id }, select: { email: true } });
  if (change === "reset") return queueLetter(transaction, settings, { to, ...texts.factorsResetText(settings) });
  if (!(await takeChangeLetter(transaction, mailing, to))) return;
  await queueLetter(transaction, settings, { to, ...texts.factorChangedText(change, names[factor], settings) });
}

/**
 * Ends the reset links of an account, and tells its owner, in the transaction of the change. Anyone can open an account
 * with another person's address, and change its password again and again, so the letters are limited.
 */
export async function settleNewPassword(
  transaction: Transaction,
  mailing: Mailing,
  { id: account_id, email: to }: Pick<Account, "id" | "email">,
): Promise<void> {
  const { settings } = mailing;
  await transaction.mailedLink.deleteMany({ where: { account_id, purpose: "reset" } });
  if (settings.SMTP_URL !== undefined && (await takeChangeLetter(transaction, mailing, to)))
    await queueLetter(transaction, settings, { to, ...texts.passwordChangedText(settings) });
  const at = new Date();
  const about = { account_id, key_id: null, kind: "password-changed", occasion: randomUUID() } as const;
  await tellOwner(transaction, null, { ...about, text: noticeTexts[about.kind](at), at });
}

/** @returns the account; null when the link is wrong, used or expired. */
export function verifyAddress(
  prisma: PrismaClient,
  token: string,
  { at, source }: { at: Date; source: RequestSource },
): Promise<Account | null> {
  return prisma.$transaction(async (transaction) => {
    const id = await takeMailedLink(transaction, token, { purpose: "verify", at });
    if (id === null) return null;
    await confirmAddress(transaction, id, source);
    return transaction.account.findUnique({ where: { id }, select: accountColumns });
  });
}

/** @returns false when the address was verified before. */
export async function confirmAddress(transaction: Transaction, id: string, source: RequestSource): Promise<boolean> {
  const { count } = await transaction.account.updateMany({ where: { id, verified: false }, data: { verified: true } });
  if (count === 0) return false;
  await transaction.mailedLink.deleteMany({ where: { account_id: id, purpose: "verify" } });
  await recordSecurityEvent(transaction, { accountId: id, action: "address-verified", source });
  return true;
}
