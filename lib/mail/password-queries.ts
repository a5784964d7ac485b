import "server-only";
import type { Prisma } from "../db/generated/client.ts";
import { passwordChangedText } from "./letter-texts.ts";
import { queueLetter, type MailSettings } from "./queries.ts";

const dayMilliseconds = 86_400_000;
/** Anyone can open an account with another person's address, and change its password again and again. */
const maxLettersADay = 5;

/** Tells the owner of an account that its password was changed, in the transaction of the change. */
export async function queuePasswordChanged(
  transaction: Prisma.TransactionClient,
  settings: MailSettings,
  to: string,
): Promise<void> {
  if (settings.SMTP_URL === undefined) return;
  const letter = passwordChangedText(settings);
  const since = new Date(Date.now() - dayMilliseconds);
  const sent = await transaction.letter.count({ where: { to, subject: letter.subject, created_at: { gt: since } } });
  if (sent < maxLettersADay) await queueLetter(transaction, settings, { to, ...letter });
}
