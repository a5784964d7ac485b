import "server-only";
import { randomUUID } from "node:crypto";
import { accountColumns, accountNames, insertAccount, type Account } from "./sign-in/sign-in-queries.ts";
import { type AccountEditor, recordSecurityEvent } from "./security-log/security-log-queries.ts";
import type { RequestSource } from "../core/client-address.ts";
import type { PrismaClient } from "../db/generated/client.ts";
import type { Transaction } from "../db/database.ts";
import type { AccountRole } from "../db/generated/enums.ts";
import { administratorsResetText, invitationText, tokenUrl } from "./mail/letter-texts.ts";
import {
  confirmAddress,
  hashToken,
  newToken,
  settleNewPassword,
  takeMailedLink,
} from "./mail/account-letter-queries.ts";
import { queueLetter, type Mailing, type MailingEditor } from "./mail/letter-queries.ts";
import { deleteFactors } from "./second-factors/factor-queries.ts";
import { findAccount } from "./account-queries.ts";

/** Links by which a person sets a password (contract §19). Each works once. */

const dayMilliseconds = 24 * 3_600_000;

export interface IssuedLink {
  email: string;
  /** Stored nowhere but in a letter that waits. */
  token: string;
  expiresAt: Date;
}

/** Replaces an earlier link to the address, and mails it where mail is set. @param target its role if the link invites to it. */
async function issueLink(
  transaction: Transaction,
  { accountId: issued_by, mailing: { settings, now } }: MailingEditor,
  target: { email: string; account_id: string; role: AccountRole | null },
): Promise<IssuedLink> {
  const [days, textOf] = target.role === null ? [1, administratorsResetText] : [7, invitationText];
  const token = newToken();
  const { email } = target;
  const expiresAt = new Date(now() + days * dayMilliseconds);
  const link = { ...target, issued_by, hash: hashToken(token), expires_at: expiresAt };
  await transaction.passwordLink.upsert({ where: { email }, create: link, update: link });
  const text = textOf(tokenUrl("/set-password", token, settings));
  await queueLetter(transaction, settings, { to: email, ...text, expiresAt });
  return { email, token, expiresAt };
}

/** Invites a person to an account that exists from the first use of the link on; null when the address has one. */
export function invite(
  prisma: PrismaClient,
  { email, role }: { email: string; role: AccountRole },
  administrator: MailingEditor,
): Promise<IssuedLink | null> {
  return prisma.$transaction(async (transaction) => {
    if (await transaction.account.findUnique({ where: { email }, select: { id: true } })) return null;
    const accountId = randomUUID();
    const { accountId: by, source } = administrator;
    await recordSecurityEvent(transaction, { accountId, by, action: "invited", detail: { role }, source });
    return issueLink(transaction, administrator, { email, account_id: accountId, role });
  });
}

/** The invitations that can still be used, the latest first, each with the administrator who created it. */
export async function listInvitations(prisma: PrismaClient, at: Date) {
  const links = await prisma.passwordLink.findMany({
    where: { role: { not: null }, expires_at: { gt: at } },
    select: { account_id: true, email: true, role: true, issued_by: true, expires_at: true },
    orderBy: [{ expires_at: "desc" }, { email: "asc" }],
  });
  const names = await accountNames(
    prisma,
    links.map(({ issued_by }) => issued_by),
  );
  return links.flatMap(({ account_id: id, role, issued_by, ...link }) =>
    role === null ? [] : { ...link, id, role, invited_by: { id: issued_by, name: names.get(issued_by) ?? null } },
  );
}

/** Withdraws an invitation. @returns null when it was used, replaced or withdrawn meanwhile, or has expired. */
export async function withdrawInvitation(
  prisma: PrismaClient,
  id: string,
  { accountId: by, source }: AccountEditor,
  at: Date,
) {
  const invitation = (await listInvitations(prisma, at)).find((one) => one.id === id);
  if (!invitation) return null;
  return prisma.$transaction(async (transaction) => {
    // Of a use and a withdrawal at once, one deletes the row.
    const { count } = await transaction.passwordLink.deleteMany({ where: { account_id: id, role: { not: null } } });
    if (count === 0) return null;
    const detail = { role: invitation.role, link: "withdrawn" };
    await recordSecurityEvent(transaction, { accountId: id, by, action: "invited", detail, source });
    return invitation;
  });
}

/** Lets a person set a new password. @returns null when there is no such account. */
export function allowReset(prisma: PrismaClient, id: string, administrator: MailingEditor): Promise<IssuedLink | null> {
  return prisma.$transaction(async (transaction) => {
    const account = await findAccount(transaction, id);
    if (!account) return null;
    const { accountId: by, source } = administrator;
    const detail = { link: "created" };
    await recordSecurityEvent(transaction, { accountId: id, by, action: "password-reset", detail, source });
    return issueLink(transaction, administrator, { email: account.email, account_id: id, role: null });
  });
}

/** The request that uses a link. */
interface LinkUse {
  at: Date;
  /** Of an invited person. */
  name: string | null;
  source: RequestSource;
  mailing: Mailing;
}

/**
 * Opens the invited account, or changes the password and ends all sessions. @param password as `hashPassword` writes it.
 * @returns null when link or account are gone. @throws the database's error when the address has an account meanwhile.
 */
export function useLink(prisma: PrismaClient, token: string, password: string, use: LinkUse): Promise<Account | null> {
  const { at, source } = use;
  return prisma.$transaction(async (transaction) => {
    // Of two uses at once, one deletes the row; the other waits for it and finds none.
    const [link] = await transaction.$queryRaw<{ account_id: string; email: string; role: AccountRole | null }[]>`
      DELETE FROM password_links WHERE hash = ${hashToken(token)} AND expires_at > ${at.toISOString()}::timestamptz
      RETURNING account_id, email, role::text`;
    if (!link) return useMailedLink(transaction, token, password, use);
    const { account_id: id, email, role } = link;
    if (role === null) return resetPassword(transaction, id, password, use);
    const account = await insertAccount(transaction, { id, email, name: use.name, role, password, verified: true });
    await recordSecurityEvent(transaction, { accountId: id, action: "password-changed", source });
    return account;
  });
}

/** A person who uses it reads the mail of the address, so the address counts as verified, too. */
async function useMailedLink(transaction: Transaction, token: string, password: string, use: LinkUse) {
  const id = await takeMailedLink(transaction, token, { purpose: "reset", at: use.at });
  if (id === null) return null;
  // Another person may have opened the account, and come back by a provider that proves nothing, or by a passkey.
  if (await confirmAddress(transaction, id, use.source)) {
    await transaction.identity.deleteMany({ where: { account_id: id, verified: false } });
    await deleteFactors(transaction, id);
  }
  return resetPassword(transaction, id, password, use);
}

async function resetPassword(transaction: Transaction, id: string, password: string, { source, mailing }: LinkUse) {
  const [account] = await transaction.account.updateManyAndReturn({
    where: { id },
    data: { password },
    select: accountColumns,
  });
  if (!account) return null;
  await transaction.session.deleteMany({ where: { account_id: id } });
  await transaction.passwordLink.deleteMany({ where: { account_id: id } });
  // A person who forgot the password has just tried others.
  await transaction.signInFailure.deleteMany({ where: { email: account.email } });
  const detail = { link: "used" };
  await recordSecurityEvent(transaction, { accountId: id, action: "password-reset", detail, source });
  await settleNewPassword(transaction, mailing, account);
  return account;
}
