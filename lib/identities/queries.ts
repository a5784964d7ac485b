import "server-only";
import { randomUUID } from "node:crypto";
import type { Prisma, PrismaClient } from "../db/generated/client.ts";

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

/** The account that this identity leads to; made, or joined by its address, where there is none yet. */
export function admitIdentity(prisma: PrismaClient, person: ExternalPerson) {
  return prisma.$transaction(async (transaction) => {
    const known = await findIdentity(transaction, person);
    if (known) return known.account.blocked ? "blocked" : "joined";
    if (person.email === null) return "no address";
    const account = await transaction.account.findUnique({
      where: { email: person.email },
      select: { id: true, blocked: true, role: true },
    });
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
