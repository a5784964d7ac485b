import "server-only";
import type { Prisma, PrismaClient } from "../../../db/generated/client.ts";
import { dismissNotice, tellOwner, type LetterSettings } from "../notices/notice-queries.ts";
import type { NoticeKind } from "../notices/schema.browser.ts";
import { keyFoundText } from "../notices/texts.ts";
import { recordSecurityEvent } from "../../security-log/security-log-queries.ts";
import type { RevokedKeyRow } from "../key-queries.ts";
import { keyWorks, notAfterNow } from "./own-key-queries.ts";

/** Queries over keys that were reported as found. */

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
    const about = { account_id: accountId, key_id: id, ...ofFoundKeys, occasion: id };
    await tellOwner(transaction, settings, { ...about, text: keyFoundText(found, revoked_at), at: now });
    return found;
  });
}

const ofFoundKeys = { kind: "key-found" } as const satisfies { kind: NoticeKind };
const foundColumns = { id: true, name: true, prefix: true, revoked_at: true } satisfies Prisma.ApiKeySelect;
export type FoundKeyRow = Prisma.ApiKeyGetPayload<{ select: typeof foundColumns }>;

/** The found keys of the account's notices that are not dismissed, latest first. */
export async function listFoundKeys(prisma: PrismaClient, account_id: string): Promise<FoundKeyRow[]> {
  const notices = await prisma.notice.findMany({
    select: { key: { select: foundColumns } },
    where: { ...ofFoundKeys, account_id, dismissed_at: null },
    orderBy: [{ at: "desc" }, { id: "desc" }],
  });
  return notices.flatMap(({ key }) => key ?? []);
}

/** Dismisses the notice of a found key. Idempotent. @returns null when there is none. */
export async function dismissFoundKey(
  prisma: PrismaClient,
  account_id: string,
  key_id: string,
  now: Date,
): Promise<FoundKeyRow | null> {
  const found = await prisma.notice.findFirst({
    select: { id: true, key: { select: foundColumns } },
    where: { ...ofFoundKeys, account_id, key_id },
  });
  if (!found?.key) return null;
  await dismissNotice(prisma, account_id, found.id, now);
  return found.key;
}
