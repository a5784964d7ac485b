import "server-only";
import { randomUUID } from "node:crypto";
import { lockAccount } from "../sign-in/sign-in-queries.ts";
import type { Passkey, PasskeyChallenge, PrismaClient } from "../../db/generated/client.ts";
import { AppError } from "../../core/errors.ts";
import type { MailingEditor } from "../mail/letter-queries.ts";
import { noteAddition, passkeyColumns } from "./factor-queries.ts";
import { maxPasskeys } from "./terms.browser.ts";

/** Passkeys, and the challenges that they sign. */

export const challengeMinutes = 5;

/** With the account that adds a passkey; null for a sign-in. */
type Challenge = Pick<PasskeyChallenge, "challenge" | "account_id">;

/** @param now milliseconds since 1970. */
export async function storeChallenge(prisma: PrismaClient, challenge: Challenge, now: number): Promise<void> {
  const expires_at = new Date(now + challengeMinutes * 60_000);
  await prisma.passkeyChallenge.create({ data: { ...challenge, expires_at }, select: { challenge: true } });
}

/** Uses a challenge up, also when its response is refused. @returns false when it is unknown, another's or too old. */
export async function takeChallenge(prisma: PrismaClient, challenge: Challenge, now: number): Promise<boolean> {
  const where = { ...challenge, expires_at: { gt: new Date(now) } };
  return (await prisma.passkeyChallenge.deleteMany({ where })).count > 0;
}

/** For the browser, so that no authenticator makes a second passkey of one account. @throws AppError 409 */
export async function listCredentials(prisma: PrismaClient, account_id: string) {
  const where = { account_id };
  const passkeys = await prisma.passkey.findMany({ where, select: { credential_id: true, transports: true } });
  requireRoom(passkeys.length);
  return passkeys.map(({ credential_id: id, transports }) => ({ id, transports }));
}

function requireRoom(count: number): void {
  if (count < maxPasskeys) return;
  throw new AppError("conflict", { message: `An account has at most ${maxPasskeys} passkeys. Remove one first.` });
}

/** A new passkey, as the authenticator describes it. */
export type NewPasskey = Pick<Passkey, "name" | "credential_id" | "public_key" | "transports"> & { counter: number };

/** @throws AppError 409 when there are too many; the database's error when another account has this credential. */
export function insertPasskey(prisma: PrismaClient, owner: MailingEditor, passkey: NewPasskey) {
  const { accountId: account_id, mailing } = owner;
  return prisma.$transaction(async (transaction) => {
    await lockAccount(transaction, account_id);
    requireRoom(await transaction.passkey.count({ where: { account_id } }));
    const added = await transaction.passkey.create({
      data: { ...passkey, id: randomUUID(), account_id, created_at: new Date(mailing.now()) },
      select: passkeyColumns,
    });
    return { added, recoveryCodes: await noteAddition(transaction, owner, "passkey") };
  });
}

/** A passkey with its account, for a sign-in. */
export function findPasskey(prisma: PrismaClient, credential_id: string) {
  return prisma.passkey.findUnique({
    where: { credential_id },
    include: { account: { select: { id: true, email: true, blocked: true } } },
  });
}

/** Notes a use. @returns false when it was removed, or used with a higher count, meanwhile. */
export async function recordPasskeyUse(
  prisma: PrismaClient,
  { id, counter, at }: { id: string; counter: number; at: Date },
): Promise<boolean> {
  const { count } = await prisma.passkey.updateMany({
    // Many authenticators do not count: theirs stays at 0.
    where: { id, ...(counter === 0 ? { counter: 0 } : { counter: { lt: counter } }) },
    data: { counter, last_used_at: at },
  });
  return count > 0;
}
