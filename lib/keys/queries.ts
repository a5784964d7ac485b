import "server-only";
import { randomUUID } from "node:crypto";
import type { Database } from "../db/connect.ts";
import type { PrismaClient } from "../db/generated/client.ts";
import type { SharedCount } from "./count-subject.ts";
import { makeKey } from "./key.ts";

/** A key as the database has it, with what decides whether it works. Times are milliseconds since 1970. */
export interface StoredKey {
  id: string;
  hash: string;
  accountId: string;
  isOwnerBlocked: boolean;
  dailyLimit: number | null;
  lastUsedAt: number | null;
  expiresAt: number | null;
  revokedAt: number | null;
  sharedCount: SharedCount | null;
  /** By the database's clock, which all instances share. */
  isRevoked: boolean;
  /** The keys' version when it was read. */
  version: number;
}

interface StoredKeyRow {
  id: string;
  hash: string;
  account_id: string;
  blocked: boolean;
  daily_limit: number | null;
  last_used: number | null;
  expires: number | null;
  revoked: number | null;
  counts_with: string | null;
  counts_with_day: number | null;
  is_revoked: boolean;
  version: number;
}

const findSql = `
SELECT keys.id, keys.hash, keys.account_id, accounts.blocked, keys.daily_limit,
  (extract(epoch FROM keys.last_used_at) * 1000)::float8 AS last_used,
  (extract(epoch FROM keys.expires_at) * 1000)::float8 AS expires,
  (extract(epoch FROM keys.revoked_at) * 1000)::float8 AS revoked,
  keys.counts_with, keys.counts_with_on - '1970-01-01'::date AS counts_with_day,
  COALESCE(keys.revoked_at <= clock_timestamp(), false) AS is_revoked,
  (SELECT value FROM versions WHERE name = 'keys') AS version
FROM api_keys AS keys JOIN accounts ON accounts.id = keys.account_id
WHERE keys.hash = ANY($1::text[])`;

/** The keys with these hashes, in their order; null for a hash that is no key's. */
export async function findKeys(database: Database, hashes: string[]): Promise<(StoredKey | null)[]> {
  const rows = await database.query<StoredKeyRow>(findSql, [[...new Set(hashes)]]);
  const byHash = new Map(rows.map((row) => [row.hash, row]));
  return hashes.map((hash) => {
    const row = byHash.get(hash);
    return row === undefined ? null : storedKey(row);
  });
}

function storedKey(row: StoredKeyRow): StoredKey {
  return {
    id: row.id,
    hash: row.hash,
    accountId: row.account_id,
    isOwnerBlocked: row.blocked,
    dailyLimit: row.daily_limit,
    lastUsedAt: row.last_used,
    expiresAt: row.expires,
    revokedAt: row.revoked,
    sharedCount:
      row.counts_with === null || row.counts_with_day === null
        ? null
        : { keyId: row.counts_with, day: row.counts_with_day },
    isRevoked: row.is_revoked,
    version: Number(row.version),
  };
}

/** Notes when keys were last used, at most once a minute however many instances ask: `uses` are ids and milliseconds since 1970. */
export async function noteLastUse(database: Database, uses: { id: string; at: number }[]): Promise<void> {
  await database.query(
    `UPDATE api_keys SET last_used_at = used.at
     FROM (SELECT id, to_timestamp(at / 1000) AS at FROM unnest($1::text[], $2::float8[]) AS given(id, at)) AS used
     WHERE api_keys.id = used.id AND (last_used_at IS NULL OR last_used_at <= used.at - interval '1 minute')`,
    [uses.map((use) => use.id), uses.map((use) => use.at)],
  );
}

export interface KeyOrder {
  email: string;
  name: string;
  expiresAt: Date | null;
  dailyLimit: number | null;
}

/** Makes a key for the account with that address, and the account where there is none. The secret is in the answer only. */
export async function createKey(prisma: PrismaClient, order: KeyOrder): Promise<{ id: string; secret: string }> {
  const { secret, hash, prefix } = makeKey();
  const email = order.email.toLowerCase();
  return prisma.$transaction(async (transaction) => {
    const account = await transaction.account.upsert({
      where: { email },
      create: { id: randomUUID(), email, verified: true },
      update: {},
      select: { id: true },
    });
    const { id } = await transaction.apiKey.create({
      data: {
        id: randomUUID(),
        account_id: account.id,
        name: order.name,
        prefix,
        hash,
        expires_at: order.expiresAt,
        daily_limit: order.dailyLimit,
      },
      select: { id: true },
    });
    return { id, secret };
  });
}
