import "server-only";
import type { Prisma } from "../db/generated/client.ts";
import { factorAddedText, factorRemovedText, factorsResetText } from "./letter-texts.ts";
import { queueLetter } from "./queries.ts";
import { takeChangeLetter, type Mailing } from "./recipient-limits.ts";

type Factor = "totp" | "passkey";

const names = { totp: "An authenticator app", passkey: "A passkey" };

/**
 * Tells the owner of an account that its second factors have changed, in the transaction of the change. Anyone can open an
 * account with another person's address, and add and remove factors, so the letters about one's own changes are limited.
 *
 * @param change `reset`: an administrator, or the service's operator, removed all factors.
 */
export async function queueFactorsChanged(
  transaction: Prisma.TransactionClient,
  mailing: Mailing,
  accountId: string,
  change: "added" | "removed" | "reset",
  factors: readonly Factor[],
): Promise<void> {
  const { settings } = mailing;
  if (settings.SMTP_URL === undefined) return;
  const account = await transaction.account.findUnique({ where: { id: accountId }, select: { email: true } });
  const [factor] = factors;
  if (!account || !factor) return;
  const { email: to } = account;
  if (change === "reset") return queueLetter(transaction, settings, { to, ...factorsResetText(settings) });
  if (!(await takeChangeLetter(transaction, mailing, to))) return;
  const text = change === "added" ? factorAddedText : factorRemovedText;
  await queueLetter(transaction, settings, { to, ...text(names[factor], settings) });
}
