import "server-only";
import type { Prisma } from "../db/generated/client.ts";
import { passwordChangedText } from "./letter-texts.ts";
import { queueLetter } from "./queries.ts";
import { takeChangeLetter, type Mailing } from "./recipient-limits.ts";

/**
 * Tells the owner of an account that its password was changed, in the transaction of the change. Anyone can open an
 * account with another person's address, and change its password again and again, so the letters are limited.
 */
export async function queuePasswordChanged(
  transaction: Prisma.TransactionClient,
  mailing: Mailing,
  to: string,
): Promise<void> {
  const { settings } = mailing;
  if (settings.SMTP_URL === undefined || !(await takeChangeLetter(transaction, mailing, to))) return;
  await queueLetter(transaction, settings, { to, ...passwordChangedText(settings) });
}
