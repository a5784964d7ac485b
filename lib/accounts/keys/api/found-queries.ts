import "server-only";
import type { Prisma, PrismaClient } from "../../../db/generated/client.ts";
import { noticeTexts, tellOwner, type LetterSettings } from "../notices/notice-queries.ts";
import { recordSecurityEvent } from "../../security-log/security-log-queries.ts";
import { ownKeyColumns, type RevokedKeyRow } from "../key-queries.ts";
import { keyWorks, notAfterNow } from "./own-key-queries.ts";

/** Revokes a working key of any account, and tells its owner; null when there is none with this hash. Nothing of the finder is stored. */
export function revokeFoundKey(
  prisma: PrismaClient,
  hash: string,
  settings: LetterSettings,
  now: Date,
): Promise<RevokedKeyRow | null> {
  return prisma.$transaction(async (transaction) => {
    // Locks the account first, as every change of an account and its keys does, to avoid a deadlock.
    await transaction.$queryRaw`
      SELECT accounts.id FROM accounts JOIN api_keys ON account_id = accounts.id
      WHERE hash = ${hash} FOR KEY SHARE OF accounts`;
    const [found] = await transaction.$queryRaw<(RevokedKeyRow & { account_id: string; name: string })[]>`
      UPDATE api_keys AS keys SET revoked_at = ${notAfterNow(now)}
      FROM accounts
      WHERE accounts.id = keys.account_id AND hash = ${hash} AND ${keyWorks(now)}
      RETURNING keys.id, keys.account_id, keys.name, prefix, revoked_at`;
    if (!found) return null;
    const { account_id: accountId, id, prefix, revoked_at } = found;
    const entry = { accountId, by: null, action: "key-reported", detail: { prefix }, source: null } as const;
    await recordSecurityEvent(transaction, entry);
    const about = { account_id: accountId, key_id: id, kind: "key-found", occasion: id } as const;
    await tellOwner(transaction, settings, { ...about, text: noticeTexts[about.kind](found, revoked_at), at: now });
    return found;
  });
}

/** The keys that the notices of found keys are about, the latest notice first. */
export async function listFoundKeys(prisma: PrismaClient, where: Prisma.NoticeWhereInput) {
  const notices = await prisma.notice.findMany({
    select: { key: { select: ownKeyColumns } },
    where: { ...where, kind: "key-found" },
    orderBy: [{ at: "desc" }, { id: "desc" }],
  });
  // A key is revoked when it is reported.
  return notices.flatMap(({ key }) => (key?.revoked_at ? [{ ...key, revoked_at: key.revoked_at }] : []));
}

/** Dismisses the notice of a found key. Idempotent. @returns null when there is none. */
export async function dismissFoundKey(prisma: PrismaClient, account_id: string, key_id: string, now: Date) {
  const where = { account_id, key_id };
  await prisma.notice.updateMany({
    where: { ...where, kind: "key-found", dismissed_at: null },
    data: { dismissed_at: now },
  });
  const [found] = await listFoundKeys(prisma, where);
  return found ?? null;
}
