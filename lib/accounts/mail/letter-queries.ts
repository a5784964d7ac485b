import "server-only";
import { createHmac } from "node:crypto";
import { emailAddress } from "../schema.browser.ts";
import type { AccountEditor } from "../security-log/security-log-queries.ts";
import type { Database, Transaction } from "../../db/database.ts";
import type { Env } from "../../settings/env.ts";
import type { Clock } from "../../core/clock.ts";
import { takeAllowance, type AllowanceRefusal } from "../../http/rate-limit/allowance.ts";

/** The table `letters`, by the database's clock, which all instances share. */

const dayMilliseconds = 86_400_000;
/** For how long a letter without a link is tried. */
const triedDays = 3;
/** A letter that was sent or given up is kept this long, without its text. */
export const letterDays = 14;
const [firstPauseSeconds, maxPauseSeconds] = [30, 3_600];
const maxErrorCharacters = 300;

export type MailSettings = Pick<Env, "SMTP_URL" | "NEXTAUTH_URL" | "PORT">;

export interface NewLetter {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  /** When the link in the text ends: a letter that could not be sent by then is deleted. */
  expiresAt?: Date;
}

/** In the transaction of its cause. Does nothing where mail is not set. @throws when `to` is not an address. */
export async function queueLetter(
  transaction: Transaction,
  { SMTP_URL }: Pick<MailSettings, "SMTP_URL">,
  { to: sent, subject, text, expiresAt = new Date(Date.now() + triedDays * dayMilliseconds) }: NewLetter,
): Promise<void> {
  if (SMTP_URL === undefined) return;
  const to = emailAddress.parse(sent);
  const letter = { to, subject: subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "), text, expires_at: expiresAt };
  await transaction.letter.create({ data: letter, select: { id: true } });
}

/** A letter that this instance may send until its `next_try`. */
export interface ClaimedLetter {
  id: number;
  to: string;
  subject: string;
  text: string;
  created_at: Date;
  /** This one included. */
  tries: number;
}

/** The letter that has waited longest. Others leave it alone for `leaseSeconds`: then this process may have been killed. */
export async function claimLetter(database: Database, leaseSeconds: number): Promise<ClaimedLetter | null> {
  const [claimed] = await database.query<ClaimedLetter>(
    `UPDATE letters SET tries = tries + 1, next_try = now() + $1 * interval '1 second'
     WHERE id = (
       SELECT id FROM letters WHERE next_try <= now() AND expires_at > now()
       ORDER BY next_try, id LIMIT 1 FOR UPDATE SKIP LOCKED
     )
     RETURNING id, "to", subject, text, created_at, tries`,
    [leaseSeconds],
  );
  return claimed ?? null;
}

/** Until the next letter is due, at least 0; null when none waits. */
export async function secondsUntilNextLetter(database: Database): Promise<number | null> {
  const [row] = await database.query<{ seconds: number | null }>(
    `SELECT extract(epoch FROM min(next_try) - now())::float8 AS seconds
     FROM letters WHERE next_try IS NOT NULL AND expires_at > now()`,
    [],
  );
  return typeof row?.seconds === "number" ? Math.max(0, row.seconds) : null;
}

/** Ends the tries of a letter: it was sent, or given up for a reason unless another instance has claimed it since. */
export async function finishLetter(database: Database, { id, tries }: ClaimedLetter, reason: string | null) {
  await database.query(
    `UPDATE letters SET next_try = NULL, text = NULL, last_error = $2::text, expires_at = now() + $3 * interval '1 day',
       sent_at = CASE WHEN $2::text IS NULL THEN now() END
     WHERE id = $1 AND ($2::text IS NULL OR tries = $4)`,
    [id, reason?.slice(0, maxErrorCharacters) ?? null, letterDays, tries],
  );
}

/**
 * Each pause is twice as long as the one before, up to an hour. A host may suspend this process for longer than its
 * lease: then another instance has claimed the letter, and perhaps sent it, so this one changes nothing.
 */
export async function postponeLetter(database: Database, { id, tries }: ClaimedLetter, reason: string): Promise<void> {
  const seconds = Math.min(maxPauseSeconds, firstPauseSeconds * 2 ** Math.min(tries - 1, 20));
  await database.query(
    "UPDATE letters SET next_try = now() + $2 * interval '1 second', last_error = $3 WHERE id = $1 AND tries = $4",
    [id, seconds, reason.slice(0, maxErrorCharacters), tries],
  );
}

/** Makes a letter due that was claimed but not tried to the end, as when the service stops. */
export async function releaseLetter(database: Database, { id, tries }: ClaimedLetter): Promise<void> {
  await database.query("UPDATE letters SET next_try = now(), tries = tries - 1 WHERE id = $1 AND tries = $2", [
    id,
    tries,
  ]);
}

/** @returns how many of the deleted letters were never sent. */
export async function deleteExpiredLetters(database: Database): Promise<number> {
  const deleted = await database.query<{ is_waiting: boolean }>(
    "DELETE FROM letters WHERE expires_at <= now() RETURNING next_try IS NOT NULL AS is_waiting",
    [],
  );
  return deleted.filter(({ is_waiting }) => is_waiting).length;
}

/**
 * Limits of the letters that a stranger can cause, by opening accounts with another person's address or by naming it
 * (contract §19). They count by recipient, no matter which account asks, and stay when the account is deleted.
 */

const hourMilliseconds = 3_600_000;
const [perHour, perDay] = [2, 5];
const maxChangesPerDay = 5;

/** What it takes to write a letter that counts: the infrastructure has it. */
export interface Mailing {
  settings: MailSettings;
  /** The count's key is derived from it, so that the database has no address, nor a hash that can be guessed. */
  sessionSecret: string;
  now: Clock;
}

/** The same, where a letter tells of the change. */
export interface MailingEditor extends AccountEditor {
  mailing: Mailing;
}

/** Takes a letter with a link from the allowance of `to`; hours and days are UTC. @returns null, or why it must not be sent. */
export async function takeLinkLetter(
  transaction: Transaction,
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
export function takeChangeLetter(transaction: Transaction, mailing: Mailing, to: string): Promise<boolean> {
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
