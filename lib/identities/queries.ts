import "server-only";
import { randomUUID } from "node:crypto";
import type { Prisma, PrismaClient } from "../db/generated/client.ts";
import type { AccountRole } from "../db/generated/enums.ts";

/** Who somebody is to an external provider. */
export interface ExternalPerson {
  provider: string;
  subject: string;
  /** In lower case; null where the provider gives none. */
  email: string | null;
  name: string | null;
  /** The provider vouches for the address. */
  isVerified: boolean;
}

interface Found {
  id: string;
  blocked: boolean;
  role: AccountRole;
}

/** The account that this identity leads to; made, or joined by its address, where there is none yet. */
export function admitIdentity(prisma: PrismaClient, person: ExternalPerson) {
  return prisma.$transaction(async (transaction) => {
    const known = await findIdentity(transaction, person);
    if (known) return known.account.blocked ? "blocked" : "joined";
    if (person.email === null) return "no address";
    // Who comes by two providers at once is not taken for two, of whom the second throws the first out.
    const [account] = await transaction.$queryRaw<Found[]>`
      SELECT id, blocked, role::text FROM accounts WHERE email = ${person.email} FOR NO KEY UPDATE`;
    if (account && !person.isVerified) return "taken";
    if (account?.blocked) return "blocked";
    if (account?.role === "developer") await reclaim(transaction, account.id);
    const account_id = account?.id ?? (await addAccount(transaction, person.email, person.name));
    const { provider, subject, isVerified: verified } = person;
    await transaction.identity.create({ data: { provider, subject, verified, account_id }, select: { subject: true } });
    return "joined";
  });
}

function findIdentity(prisma: Prisma.TransactionClient, { provider, subject }: ExternalPerson) {
  return prisma.identity.findUnique({
    where: { provider_subject: { provider, subject } },
    select: { account: { select: { blocked: true } } },
  });
}

/**
 * Anybody can open an account with another's address and wait for them to join it. Whoever
 * first proves that the address is theirs therefore has the account alone. Staff were given
 * their role by somebody who knows them: they keep their password.
 */
async function reclaim(transaction: Prisma.TransactionClient, account_id: string): Promise<void> {
  const vouched = await transaction.identity.count({ where: { account_id, verified: true } });
  if (vouched > 0) return;
  await transaction.account.update({ where: { id: account_id }, data: { password: null }, select: { id: true } });
  await transaction.identity.deleteMany({ where: { account_id } });
  await transaction.session.deleteMany({ where: { account_id } });
}

async function addAccount(prisma: Prisma.TransactionClient, email: string, name: string | null): Promise<string> {
  const { id } = await prisma.account.create({ data: { id: randomUUID(), email, name }, select: { id: true } });
  return id;
}

/** Whose account an identity is; null for a stranger's. */
export async function accountOfIdentity(
  prisma: PrismaClient,
  { provider, subject }: Pick<ExternalPerson, "provider" | "subject">,
): Promise<string | null> {
  const found = await prisma.identity.findUnique({
    where: { provider_subject: { provider, subject } },
    select: { account_id: true },
  });
  return found?.account_id ?? null;
}

/** `kept`: it is the only way to sign in. `absent`: there is none such. */
export type Removal = "removed" | "kept" | "absent";

/**
 * Ends the tie between an account and a provider.
 *
 * @param offered the providers that one can sign in through: an identity at any other is no way in.
 */
export function removeIdentity(
  prisma: PrismaClient,
  account_id: string,
  provider: string,
  offered: readonly string[],
): Promise<Removal> {
  return prisma.$transaction(async (transaction) => {
    // Two that are ended at once don't each count on the other.
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
