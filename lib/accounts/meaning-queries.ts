import "server-only";
import type { PrismaClient } from "../db/generated/client.ts";
import { findMailedLink, hashToken } from "./mail/account-letter-queries.ts";
import { findAccount } from "./account-queries.ts";
import { accountNames } from "./sign-in/sign-in-queries.ts";

/** What a link is for; null when it is wrong, used or expired. */
export async function describeLink(prisma: PrismaClient, token: string, at: Date) {
  const link = await prisma.passwordLink.findUnique({ where: { hash: hashToken(token), expires_at: { gt: at } } });
  if (!link) {
    const email = await findLink(prisma, token, at);
    return email === null ? null : { email, role: null, invited_by: null, expires_at: null };
  }
  const { email, role, issued_by, expires_at } = link;
  const names = await accountNames(prisma, [issued_by]);
  const invited_by = names.get(issued_by) ?? null;
  return { email, role, invited_by, expires_at: role === null ? null : expires_at };
}

/** The address that a link is for; null when the link is wrong, used or expired. */
export async function findLink(prisma: PrismaClient, token: string, at: Date): Promise<string | null> {
  const link = await prisma.passwordLink.findUnique({
    where: { hash: hashToken(token), expires_at: { gt: at } },
    select: { email: true },
  });
  if (link) return link.email;
  const id = await findMailedLink(prisma, token, { purpose: "reset", at });
  return id === null ? null : ((await findAccount(prisma, id))?.email ?? null);
}
