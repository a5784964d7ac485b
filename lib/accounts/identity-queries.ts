import "server-only";
import type { Account, PrismaClient } from "../db/generated/client.ts";
import { insertAccount } from "./sign-in/sign-in-queries.ts";
import { revokeAllKeys } from "./keys/key-queries.ts";
import { deleteFactors } from "./second-factors/factor-queries.ts";
import { recordSecurityEvent } from "./security-log/security-log-queries.ts";
import { emailAddress } from "./schema.browser.ts";
import type { Database, Transaction } from "../db/database.ts";
import { violatedConstraint } from "../db/errors.ts";
import { name as nameField } from "../core/fields.browser.ts";

/** What a provider says about a person, not yet verified. */
export interface ProviderClaims {
  provider: string;
  subject: string;
  email: unknown;
  name: unknown;
  /** Whether the provider vouches for the address. */
  isVerified: boolean;
}

/** The same with an address in lower case; null when the provider gives none. */
type ExternalPerson = ProviderClaims & { email: string | null; name: string | null };

type Found = Pick<Account, "id" | "email" | "blocked" | "role" | "verified">;

/** The account of this identity: existing, joined by its address, or new. */
export function linkIdentity(prisma: PrismaClient, person: ExternalPerson) {
  const { provider, subject, email, name, isVerified: verified } = person;
  return prisma.$transaction(async (transaction) => {
    const known = await findAccountOfIdentity(transaction, person);
    if (known) return known.blocked ? "blocked" : "joined";
    if (email === null) return "no address";
    // Locks the accounts, so that concurrent sign-ins make one account and the last administrator stays.
    const found = await transaction.$queryRaw<Found[]>`
      SELECT id, email, blocked, role::text, verified FROM accounts
      WHERE email = ${email} OR (role = 'admin' AND NOT blocked) ORDER BY id FOR NO KEY UPDATE`;
    const account = found.find((candidate) => candidate.email === email);
    if (account && !verified) return "taken";
    if (account?.blocked) return "blocked";
    if (account && !account.verified) await reclaim(transaction, account, name, found.length === 1);
    const opened = { email, name, role: "developer", password: null, verified } as const;
    const { id: account_id } = account ?? (await insertAccount(transaction, opened));
    if (!account) await recordSecurityEvent(transaction, { accountId: account_id, action: "signed-up", source: null });
    await transaction.identity.create({ data: { provider, subject, verified, account_id }, select: { subject: true } });
    return "joined";
  });
}

type IdentityName = Pick<ExternalPerson, "provider" | "subject">;

/** The account of an identity; absent for a new one. */
export async function findAccountOfIdentity(prisma: Transaction, { provider, subject }: IdentityName) {
  const where = { provider_subject: { provider, subject } };
  const found = await prisma.identity.findUnique({
    where,
    select: { account: { select: { id: true, blocked: true } } },
  });
  return found?.account;
}

/**
 * Anyone can open an account with another person's address and wait for its owner. So the first to prove it takes it over
 * without anything that was set up; a staff role waits to be confirmed, unless no other administrator could do that.
 */
async function reclaim(transaction: Transaction, { id, role }: Found, name: string | null, isAlone: boolean) {
  const ofAccount = { where: { account_id: id } };
  const isDemoted = role !== "developer" && !(role === "admin" && isAlone);
  const roles = isDemoted ? ({ role: "developer", role_to_confirm: role } as const) : {};
  await transaction.account.update({
    where: { id },
    data: { password: null, name, verified: true, ...roles },
    select: { id: true },
  });
  await transaction.identity.deleteMany(ofAccount);
  await transaction.session.deleteMany(ofAccount);
  await transaction.notice.deleteMany(ofAccount);
  await deleteFactors(transaction, id);
  await revokeAllKeys(transaction, id, { by: null, source: null });
  const entry = { accountId: id, by: null, source: null };
  await recordSecurityEvent(transaction, { ...entry, action: "address-verified" });
  if (!isDemoted) return;
  await recordSecurityEvent(transaction, { ...entry, action: "role-changed", detail: { from: role, to: "developer" } });
}

/** @param offered the configured providers: others can't sign in. @returns `kept` when it is the only way to sign in. */
export function removeIdentity(prisma: PrismaClient, account_id: string, provider: string, offered: readonly string[]) {
  return prisma.$transaction(async (transaction) => {
    // Locks the account, so that two concurrent removals can't remove the last way to sign in.
    const [account] = await transaction.$queryRaw<{ has_password: boolean }[]>`
      SELECT password IS NOT NULL AS has_password FROM accounts WHERE id = ${account_id} FOR NO KEY UPDATE`;
    const identities = await transaction.identity.findMany({ where: { account_id }, select: { provider: true } });
    if (!identities.some((identity) => identity.provider === provider)) return "absent";
    const others = identities.filter((identity) => identity.provider !== provider);
    const isAnotherWay = account?.has_password || others.some((identity) => offered.includes(identity.provider));
    if (!isAnotherWay) return "kept";
    await transaction.identity.deleteMany({ where: { account_id, provider } });
    return "removed";
  });
}

/** Finds the account of a person, joins one whose address the provider vouches for, or opens one. @returns why not, if so. */
export async function linkExternalAccount(database: Database, claims: ProviderClaims) {
  const person: ExternalPerson = {
    ...claims,
    email: emailAddress.safeParse(claims.email).data ?? null,
    name: nameField.safeParse(claims.name).data ?? null,
  };
  for (let others = 0; ; others += 1) {
    try {
      return await linkIdentity(database.prisma, person);
    } catch (error) {
      // Concurrent sign-ins of one person: another one created the account or the identity first.
      if (violatedConstraint(error) !== "unique" || others === 2) throw error;
    }
  }
}
