import "server-only";
import { hash, randomBytes } from "node:crypto";
import type { Prisma } from "../db/generated/client.ts";
import type { MailedLinkPurpose } from "../db/generated/enums.ts";

const tokenBytes = 32;

/** A new token for a link. */
export const newToken = () => randomBytes(tokenBytes).toString("base64url");

/** A fast hash is right for 32 random bytes, which can't be guessed. */
export const hashToken = (token: string) => hash("sha256", token);

/** @returns the token, which is stored nowhere but in the letter. */
export async function issueMailedLink(
  transaction: Prisma.TransactionClient,
  link: { account_id: string; purpose: MailedLinkPurpose; expires_at: Date },
): Promise<string> {
  const token = newToken();
  await transaction.mailedLink.create({ data: { ...link, hash: hashToken(token) }, select: { hash: true } });
  return token;
}

/** The account of a link; null when it is wrong, used or expired. */
export async function findMailedLink(
  prisma: Prisma.TransactionClient,
  token: string,
  { purpose, at }: { purpose: MailedLinkPurpose; at: Date },
): Promise<string | null> {
  const link = await prisma.mailedLink.findUnique({
    where: { hash: hashToken(token), purpose, expires_at: { gt: at } },
    select: { account_id: true },
  });
  return link?.account_id ?? null;
}

/** @returns the account of the link; null when it is wrong, used or expired. */
export async function takeMailedLink(
  transaction: Prisma.TransactionClient,
  token: string,
  { purpose, at }: { purpose: MailedLinkPurpose; at: Date },
): Promise<string | null> {
  // Of two uses at once, one deletes the row; the other waits for it and finds none.
  const [link] = await transaction.$queryRaw<{ account_id: string }[]>`
    DELETE FROM mailed_links
    WHERE hash = ${hashToken(token)} AND purpose::text = ${purpose} AND expires_at > ${at.toISOString()}::timestamptz
    RETURNING account_id`;
  return link?.account_id ?? null;
}

export async function deleteMailedLinks(
  transaction: Prisma.TransactionClient,
  account_id: string,
  purpose?: MailedLinkPurpose,
): Promise<void> {
  await transaction.mailedLink.deleteMany({ where: { account_id, ...(purpose ? { purpose } : {}) } });
}
