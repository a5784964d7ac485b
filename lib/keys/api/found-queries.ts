import "server-only";
import type { Prisma, PrismaClient } from "../../db/generated/client.ts";
import { tellOwner, type LetterSettings } from "../notices/queries.ts";
import { keyFoundText } from "../notices/texts.ts";
import { recordSecurityEvent } from "../../accounts/security-log/queries.ts";
import { findKey, keyWorks, keyNotFoundError, notAfterNow } from "../../accounts/api/own-queries.ts";

/** Queries over keys that were reported as found. */

/** Revokes a working key of any account, and tells its owner; null when there is none with this hash. Nothing of the finder is stored. */
export function revokeFoundKey(
  prisma: PrismaClient,
  hash: string,
  settings: LetterSettings,
  now: Date,
): Promise<{ prefix: string; revoked_at: Date } | null> {
  return prisma.$transaction(async (transaction) => {
    // Locks the account first, as every change of an account and its keys does, to avoid a deadlock.
    await transaction.$queryRaw`
      SELECT accounts.id FROM accounts JOIN api_keys ON account_id = accounts.id
      WHERE hash = ${hash} FOR KEY SHARE OF accounts`;
    const [found] = await transaction.$queryRaw<
      { id: string; account_id: string; name: string; prefix: string; revoked_at: Date }[]
    >`
      UPDATE api_keys AS keys SET revoked_at = ${notAfterNow(now)}, found_at = ${now.toISOString()}::timestamptz
      FROM accounts
      WHERE accounts.id = keys.account_id AND hash = ${hash} AND ${keyWorks(now)}
      RETURNING keys.id, keys.account_id, keys.name, prefix, revoked_at`;
    if (!found) return null;
    const { account_id: accountId, prefix, revoked_at } = found;
    const entry = { accountId, by: null, detail: { prefix }, source: null };
    await recordSecurityEvent(transaction, { ...entry, action: "key-reported" });
    await tellOwner(transaction, settings, {
      accountId,
      keyId: found.id,
      kind: "key-found",
      occasion: found.id,
      text: keyFoundText(found, revoked_at),
      at: now,
    });
    return { prefix, revoked_at };
  });
}

const noticeColumns = { id: true, name: true, prefix: true, revoked_at: true } satisfies Prisma.ApiKeySelect;
export type FoundNotice = Prisma.ApiKeyGetPayload<{ select: typeof noticeColumns }>;

/** The account's found keys whose notice is not dismissed, latest first. */
export function listFoundKeys(prisma: PrismaClient, accountId: string): Promise<FoundNotice[]> {
  return prisma.apiKey.findMany({
    select: noticeColumns,
    where: { account_id: accountId, found_at: { not: null }, found_dismissed_at: null },
    orderBy: [{ found_at: "desc" }, { id: "asc" }],
  });
}

/** Dismisses the notice, also among the account's notices. Idempotent. @throws AppError 404 when there never was one. */
export async function dismissFoundKey(
  prisma: PrismaClient,
  accountId: string,
  id: string,
  now: Date,
): Promise<FoundNotice> {
  await findKey(prisma, accountId, id);
  await prisma.apiKey.updateMany({ where: { id, found_at: { not: null } }, data: { found_dismissed_at: now } });
  await prisma.notice.updateMany({
    where: { key_id: id, kind: "key-found", dismissed_at: null },
    data: { dismissed_at: now },
  });
  const found = await prisma.apiKey.findFirst({ select: noticeColumns, where: { id, found_at: { not: null } } });
  if (!found) throw keyNotFoundError();
  return found;
}
