import "server-only";
import { createHmac } from "node:crypto";
import type { Clock } from "../core/clock.ts";
import type { Prisma } from "../db/generated/client.ts";
import { takeAllowance, type AllowanceRefusal } from "../rate-limit/allowance.ts";
import type { MailSettings } from "./queries.ts";

/**
 * Limits of the letters that a stranger can cause, by opening accounts with another person's address or by naming it
 * (contract §19). They count by recipient, no matter which account asks, and stay when the account is deleted.
 */

const hourMilliseconds = 3_600_000;
const dayMilliseconds = 24 * hourMilliseconds;
const [perHour, perDay] = [2, 5];
const maxChangesPerDay = 5;

/** What it takes to write a letter that counts: the infrastructure has it. */
export interface Mailing {
  settings: MailSettings;
  /** The count's key is derived from it, so that the database has no address, nor a hash that can be guessed. */
  sessionSecret: string;
  now: Clock;
}

/**
 * Takes a letter with a link from the recipient's allowance, in the transaction of the letter: hours and days are UTC.
 *
 * @param to as accounts store it. @returns null, or why the letter must not be sent.
 */
export async function takeLinkLetter(
  transaction: Prisma.TransactionClient,
  mailing: Mailing,
  to: string,
): Promise<AllowanceRefusal | null> {
  const at = mailing.now();
  const subject = recipientSubject(mailing, to);
  const hour = Math.floor(at / hourMilliseconds);
  if (!(await takeAllowance(transaction, { subject: `${subject} links ${hour % 24}`, limit: perHour }, at)))
    return refusal(perHour, (hour + 1) * hourMilliseconds);
  if (!(await takeAllowance(transaction, { subject: `${subject} links`, limit: perDay }, at)))
    return refusal(perDay, Math.ceil((at + 1) / dayMilliseconds) * dayMilliseconds);
  return null;
}

/** Takes a letter about a changed password from the recipient's allowance. @returns whether it may be sent. */
export function takeChangeLetter(
  transaction: Prisma.TransactionClient,
  mailing: Mailing,
  to: string,
): Promise<boolean> {
  const allowance = { subject: `${recipientSubject(mailing, to)} changes`, limit: maxChangesPerDay };
  return takeAllowance(transaction, allowance, mailing.now());
}

function recipientSubject({ sessionSecret }: Mailing, to: string): string {
  return `mail:${createHmac("sha256", sessionSecret).update(`recipient ${to}`).digest("base64url")}`;
}

/** @param endsAt milliseconds since 1970. */
function refusal(limit: number, endsAt: number): AllowanceRefusal {
  const time = new Date(endsAt).toISOString().slice(11, 16);
  const message = `An address gets at most ${perHour} emails with a link an hour, and ${perDay} a day. Try again after ${time} UTC.`;
  return { limit, reset: endsAt / 1000, message };
}
