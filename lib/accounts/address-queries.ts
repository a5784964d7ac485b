import "server-only";
import { recordSecurityEvent } from "./security-log/security-log-queries.ts";
import type { RequestSource } from "../core/client-address.ts";
import type { PrismaClient } from "../db/generated/client.ts";
import type { Transaction } from "../db/database.ts";
import { accountColumns, type Account } from "./sign-in/sign-in-queries.ts";
import { tokenUrl, verificationText } from "./mail/letter-texts.ts";
import { deleteMailedLinks, issueMailedLink, takeMailedLink } from "./mail/account-letter-queries.ts";
import { queueLetter, takeLinkLetter, type Mailing } from "./mail/letter-queries.ts";
import type { AllowanceRefusal } from "../http/rate-limit/allowance.ts";

/** Letters by which a person proves that an address is theirs (contract §19). */

const linkMilliseconds = 24 * 3_600_000;

/** Does nothing where mail is not set. @returns null, or why the address gets no letter now. */
export async function queueVerification(
  transaction: Transaction,
  mailing: Mailing,
  { id: account_id, email: to }: Pick<Account, "id" | "email">,
): Promise<AllowanceRefusal | null> {
  const { settings } = mailing;
  if (settings.SMTP_URL === undefined) return null;
  const refusal = await takeLinkLetter(transaction, mailing, to);
  if (refusal) return refusal;
  const expiresAt = new Date(mailing.now() + linkMilliseconds);
  const token = await issueMailedLink(transaction, { account_id, purpose: "verify", expires_at: expiresAt });
  const text = verificationText(tokenUrl("/verify-email", token, settings));
  await queueLetter(transaction, settings, { to, ...text, expiresAt });
  return null;
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
  await deleteMailedLinks(transaction, id, "verify");
  await recordSecurityEvent(transaction, { accountId: id, by: id, action: "address-verified", source });
  return true;
}
