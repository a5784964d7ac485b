import "server-only";
import type { Prisma, PrismaClient } from "../db/generated/client.ts";
import { findKey, isWorking, keyNotFoundError, notAfterNow } from "./queries.ts";

/** Queries over keys that were reported as found. */

/** Revokes a working key of any account; null when there is none with this hash. */
export async function revokeFoundKey(
  prisma: PrismaClient,
  hash: string,
  now: Date,
): Promise<{ prefix: string; revoked_at: Date } | null> {
  const [found] = await prisma.$queryRaw<{ prefix: string; revoked_at: Date }[]>`
    UPDATE api_keys AS keys SET revoked_at = ${notAfterNow(now)}, found_at = ${now.toISOString()}::timestamptz
    FROM accounts
    WHERE accounts.id = keys.account_id AND hash = ${hash} AND ${isWorking(now)}
    RETURNING prefix, revoked_at`;
  return found ?? null;
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

/** Dismisses the notice. Idempotent. @throws AppError 404 when there never was one. */
export async function dismissFoundKey(
  prisma: PrismaClient,
  accountId: string,
  id: string,
  now: Date,
): Promise<FoundNotice> {
  await findKey(prisma, accountId, id);
  await prisma.apiKey.updateMany({ where: { id, found_at: { not: null } }, data: { found_dismissed_at: now } });
  const found = await prisma.apiKey.findFirst({ select: noticeColumns, where: { id, found_at: { not: null } } });
  if (!found) throw keyNotFoundError();
  return found;
}
