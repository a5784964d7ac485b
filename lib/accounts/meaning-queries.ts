import "server-only";
import type { PrismaClient } from "../db/generated/client.ts";
import { hashToken } from "../mail/link-queries.ts";
import { findLink } from "./link-queries.ts";

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
