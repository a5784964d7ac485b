import "server-only";
import { randomUUID } from "node:crypto";
import type { Database, Transaction } from "../../db/database.ts";
import type { Prisma, PrismaClient } from "../../db/generated/client.ts";
import { recordSecurityEvent } from "../security-log/security-log-queries.ts";
import type { Use } from "../use-recorder.ts";
import type { RequestSource } from "../../core/client-address.ts";
import { generateKey, type StoredKey } from "../../http/access/key.ts";

/** Until when a key works (contract §6), over `keys` and its `accounts`; null: no end. Revocation is by the database's clock. */
export const validUntilSql = `
CASE WHEN accounts.blocked OR keys.revoked_at <= clock_timestamp() THEN 'epoch'::timestamptz
  ELSE LEAST(keys.expires_at, keys.revoked_at) END`;

const findSql = `
SELECT keys.id, keys.hash, keys.account_id AS "accountId", keys.daily_limit AS "dailyLimit",
  (extract(epoch FROM keys.last_used_at) * 1000)::float8 AS "lastUsedAt",
  (extract(epoch FROM ${validUntilSql}) * 1000)::float8 AS "worksUntil",
  accounts.blocked AS "isBlocked",
  (extract(epoch FROM keys.revoked_at) * 1000)::float8 AS "revokedAt",
  (extract(epoch FROM keys.expires_at) * 1000)::float8 AS "expiresAt",
  COALESCE(keys.counts_as, keys.id) AS "countsAs",
  (SELECT value FROM versions WHERE name = 'keys')::float8 AS version
FROM api_keys AS keys JOIN accounts ON accounts.id = keys.account_id
WHERE keys.hash = ANY($1::text[])`;

/** The keys with these hashes, in their order; null for an unknown hash. */
export async function findKeys(database: Database, hashes: string[]): Promise<(StoredKey | null)[]> {
  const keys = await database.query<StoredKey>(findSql, [[...new Set(hashes)]]);
  const byHash = new Map(keys.map((key) => [key.hash, key]));
  return hashes.map((hash) => byHash.get(hash) ?? null);
}

/** Records when keys were last used, at most once a minute over all instances. */
export async function recordLastUse(database: Database, uses: Use[]): Promise<void> {
  await database.query(
    `UPDATE api_keys SET last_used_at = used.at
     FROM (SELECT id, to_timestamp(at / 1000) AS at FROM unnest($1::text[], $2::float8[]) AS given(id, at)) AS used
     WHERE api_keys.id = used.id AND (last_used_at IS NULL OR last_used_at <= used.at - interval '1 minute')`,
    [uses.map((use) => use.id), uses.map((use) => use.at)],
  );
}

export interface KeyForEmail {
  email: string;
  name: string;
  expiresAt: Date | null;
  dailyLimit: number | null;
}

/** The columns that the owner of a key may see. */
export const ownKeyColumns = {
  id: true,
  name: true,
  note: true,
  prefix: true,
  daily_limit: true,
  created_at: true,
  last_used_at: true,
  expires_at: true,
  revoked_at: true,
  counts_as: true,
  rotated_from: true,
} satisfies Prisma.ApiKeySelect;

export type OwnKey = Prisma.ApiKeyGetPayload<{ select: typeof ownKeyColumns }>;

export type NewKeyRow = Pick<Prisma.ApiKeyUncheckedCreateInput, "name" | "note" | "expires_at" | "daily_limit"> &
  Partial<Pick<OwnKey, "created_at" | "counts_as" | "rotated_from">>;

/** Creates a key for an account. Only the return value has the secret. */
export async function insertKey(
  transaction: Transaction,
  accountId: string,
  row: NewKeyRow,
): Promise<{ key: OwnKey; secret: string }> {
  const { secret, hash, prefix } = generateKey();
  const data = { ...row, id: randomUUID(), account_id: accountId, prefix, hash };
  return { key: await transaction.apiKey.create({ data, select: ownKeyColumns }), secret };
}

/** Creates a key for the account with that address, and the account if there is none. */
export async function createKey(prisma: PrismaClient, order: KeyForEmail): Promise<{ id: string; secret: string }> {
  const email = order.email.toLowerCase();
  return prisma.$transaction(async (transaction) => {
    const account = await transaction.account.upsert({
      where: { email },
      create: { id: randomUUID(), email, verified: true },
      update: {},
      select: { id: true },
    });
    const row = { name: order.name, expires_at: order.expiresAt, daily_limit: order.dailyLimit };
    const { key, secret } = await insertKey(transaction, account.id, row);
    const entry = { accountId: account.id, by: null, source: null, detail: { prefix: key.prefix } };
    await recordSecurityEvent(transaction, { ...entry, action: "key-created" });
    return { id: key.id, secret };
  });
}

export type RevokedKeyRow = Pick<OwnKey, "id" | "prefix"> & { revoked_at: Date };

/** By the database's clock, which decides on each instance whether a key is revoked. @param by null: the service itself. */
export async function revokeAllKeys(
  transaction: Transaction,
  accountId: string,
  { by, source }: { by: string | null; source: RequestSource | null },
): Promise<RevokedKeyRow[]> {
  const revoked = await transaction.$queryRaw<RevokedKeyRow[]>`
    UPDATE api_keys SET revoked_at = date_trunc('milliseconds', clock_timestamp())
    WHERE account_id = ${accountId} AND (revoked_at IS NULL OR revoked_at > clock_timestamp())
    RETURNING id, prefix, revoked_at`;
  for (const { prefix } of revoked)
    await recordSecurityEvent(transaction, { accountId, by, action: "key-revoked", detail: { prefix }, source });
  return revoked;
}
