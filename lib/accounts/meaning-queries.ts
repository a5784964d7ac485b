import "server-only";
import type { PrismaClient } from "../db/generated/client.ts";
import { findMailedLink, hashToken } from "../mail/account-letter-queries.ts";

/** What a link is for; null when it is wrong, used or expired. */
export async function describeLink(prisma: PrismaClient, token: string, at: Date) {
  const link = await prisma.passwordLink.findUnique({ where: { hash: hashToken(token), expires_at: { gt: at } } });
  if (!link) {
    const email = await findLink(prisma, token, at);
    return email === null ? null : { email, role: null, by: null, expiresAt: null };
  }
  const { email, role, issued_by: id, expires_at } = link;
  const issuer = await prisma.account.findUnique({ where: { id }, select: { name: true, email: true } });
  return { email, role, by: issuer && (issuer.name ?? issuer.email), expiresAt: role === null ? null : expires_at };
}

/** The address that a link is for; null when the link is wrong, used or expired. */
export async function findLink(prisma: PrismaClient, token: string, at: Date): Promise<string | null> {
  const link = await prisma.passwordLink.findUnique({
    where: { hash: hashToken(token), expires_at: { gt: at } },
    select: { email: true },
  });
  if (link) return link.email;
  const id = await findMailedLink(prisma, token, { purpose: "reset", at });
  if (id === null) return null;
  return (await prisma.account.findUnique({ where: { id }, select: { email: true } }))?.email ?? null;
}
