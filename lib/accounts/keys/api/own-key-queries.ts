import "server-only";
import { keyNotFound } from "../../api/tags.ts";
import { lockAccount } from "../../sign-in/sign-in-queries.ts";
import { Prisma, type PrismaClient } from "../../../db/generated/client.ts";
import type { Transaction } from "../../../db/database.ts";
import { AppError } from "../../../core/errors.ts";
import { insertKey, ownKeyColumns, validUntilSql, type NewKeyRow, type OwnKey } from "../key-queries.ts";
import type { KeyChange } from "../schema.browser.ts";
import { consumeAllowance } from "../../../http/rate-limit/allowance.ts";
import { type AccountEditor, recordSecurityEvent } from "../../security-log/security-log-queries.ts";
import { countedKey } from "../../../http/access/key.ts";

/** Contract §6. */
const maxWorkingKeys = 10;
const maxKeysMadeADay = 20;

/** Oldest first. */
export function listKeys(prisma: PrismaClient, accountId: string): Promise<OwnKey[]> {
  return prisma.apiKey.findMany({
    select: ownKeyColumns,
    where: { account_id: accountId },
    orderBy: [{ created_at: "asc" }, { id: "asc" }],
  });
}

/** @throws AppError 404, also for another account's key. */
export async function findKey(prisma: Transaction, accountId: string, id: string): Promise<OwnKey> {
  const key = await prisma.apiKey.findFirst({ select: ownKeyColumns, where: { id, account_id: accountId } });
  if (!key) throw keyNotFound.error;
  return key;
}

/** A new key with its secret, which is known only now. */
export type CreatedKey = Awaited<ReturnType<typeof insertKey>>;

/** @throws AppError 429 when the account has created too many keys today, 409 when it has too many working ones. */
export function addKey(
  prisma: PrismaClient,
  { accountId, source }: AccountEditor,
  order: Pick<NewKeyRow, "name" | "expires_at">,
  now: Date,
): Promise<CreatedKey> {
  return prisma.$transaction(async (transaction) => {
    await lockAccount(transaction, accountId);
    await requireRoomForKey(transaction, accountId, now);
    const newKey = await insertKey(transaction, accountId, { ...order, created_at: now });
    const detail = { prefix: newKey.key.prefix };
    await recordSecurityEvent(transaction, { accountId, action: "key-created", detail, source });
    return newKey;
  });
}

/** When a key is replaced, and how long it may still work; a grace that ends at once is none. */
type KeyReplacement = Record<"now" | "graceEnd", Date>;

/** Creates a key with the same name, note, limit, expiry and count. @throws AppError 404, 409, and as `addKey`. */
export function replaceKey(
  prisma: PrismaClient,
  { accountId, source }: AccountEditor,
  id: string,
  ending: KeyReplacement,
): Promise<CreatedKey> {
  return prisma.$transaction(async (transaction) => {
    await lockAccount(transaction, accountId);
    const old = await findKey(transaction, accountId, id);
    // Ends the old key first: a revocation locks its row and then the version row, and the same order avoids a
    // deadlock.
    const isEnded = await endKey(transaction, id, ending);
    if (!isEnded) {
      throw new AppError("conflict", { message: "This key is no longer active. Create a new one instead." });
    }
    await requireRoomForKey(transaction, accountId, ending.now);
    const { name, note, expires_at, daily_limit } = old;
    const origin = { created_at: ending.now, counts_as: countedKey(old), rotated_from: id };
    const newKey = await insertKey(transaction, accountId, { name, note, expires_at, daily_limit, ...origin });
    // The owner still waits for an answer, now for the new key.
    await transaction.limitRequest.updateMany({
      where: { key_id: id, state: "received" },
      data: { key_id: newKey.key.id },
    });
    const detail = { from: old.prefix, to: newKey.key.prefix };
    await recordSecurityEvent(transaction, { accountId, action: "key-rotated", detail, source });
    return newKey;
  });
}

/** Changes the name or the note of a key, also of one that no longer works. @throws AppError 404 */
export async function updateKey(
  prisma: PrismaClient,
  accountId: string,
  id: string,
  { name, note }: KeyChange,
): Promise<OwnKey> {
  await prisma.apiKey.updateMany({ where: { id, account_id: accountId }, data: { name, note } });
  return findKey(prisma, accountId, id);
}

const maxFound = 20;

/** Active keys first, then the latest. */
export async function findKeysByPrefix(prisma: PrismaClient, prefix: string) {
  const account = { select: { id: true, email: true, name: true } };
  return prisma.apiKey.findMany({
    select: { ...ownKeyColumns, account },
    where: { prefix: { startsWith: prefix } },
    orderBy: [{ revoked_at: { sort: "desc", nulls: "first" } }, { created_at: "desc" }],
    take: maxFound,
  });
}

export type KeyWithOwner = Awaited<ReturnType<typeof findKeysByPrefix>>[number];

/** The account of a key. @throws AppError 404 */
export async function ownerOfKey(prisma: PrismaClient, id: string): Promise<string> {
  const key = await prisma.apiKey.findUnique({ where: { id }, select: { account_id: true } });
  if (!key) throw keyNotFound.error;
  return key.account_id;
}

/** Revokes a key; one that is already revoked stays as it is. @throws AppError 404 */
export function revokeKey(
  prisma: PrismaClient,
  { accountId, source, by }: AccountEditor & { by?: string },
  id: string,
  now: Date,
): Promise<OwnKey> {
  return prisma.$transaction(async (transaction) => {
    const { prefix } = await findKey(transaction, accountId, id);
    const revoked = await transaction.$executeRaw`
      UPDATE api_keys SET revoked_at = ${notAfterNow(now)} WHERE id = ${id} AND ${isNotRevoked(now)}`;
    if (revoked > 0) {
      await recordSecurityEvent(transaction, { accountId, by, action: "key-revoked", detail: { prefix }, source });
    }
    return findKey(transaction, accountId, id);
  });
}

/** Takes one of the day's new keys, counted apart from the keys themselves, because a deleted key counts too. */
async function requireRoomForKey(transaction: Transaction, accountId: string, now: Date): Promise<void> {
  const message = `This account has reached its limit of ${maxKeysMadeADay} new keys a day, rotations included. Try again after midnight UTC. Revoking works at any time.`;
  const allowance = { subject: `account:${accountId} keys`, limit: maxKeysMadeADay, message };
  await consumeAllowance(transaction, allowance, now);
  const working = await listWorkingKeys(transaction, accountId, now);
  if (working.length < maxWorkingKeys) return;
  throw new AppError("conflict", {
    message: `An account has at most ${maxWorkingKeys} active keys, including keys in their grace period. Revoke one first.`,
  });
}

export function listWorkingKeys(transaction: Transaction, accountId: string, now: Date): Promise<{ id: string }[]> {
  return transaction.$queryRaw`
    SELECT keys.id FROM api_keys AS keys JOIN accounts ON accounts.id = keys.account_id
    WHERE account_id = ${accountId} AND ${keyWorks(now)}`;
}

/** False when the key did not work any more. An existing grace is never extended. */
async function endKey(transaction: Transaction, id: string, { now, graceEnd }: KeyReplacement): Promise<boolean> {
  const end = graceEnd > now ? Prisma.sql`${iso(graceEnd)}::timestamptz` : notAfterNow(now);
  const ended = await transaction.$executeRaw`
    UPDATE api_keys AS keys SET revoked_at = LEAST(revoked_at, ${end})
    FROM accounts
    WHERE accounts.id = keys.account_id AND keys.id = ${id} AND ${keyWorks(now)}`;
  return ended > 0;
}

/** Never later than the database's clock, which every instance uses to decide whether a key is revoked. */
export function notAfterNow(now: Date): Prisma.Sql {
  return Prisma.sql`LEAST(${iso(now)}::timestamptz, date_trunc('milliseconds', clock_timestamp()))`;
}

function isNotRevoked(now: Date): Prisma.Sql {
  return Prisma.sql`(revoked_at IS NULL OR revoked_at > GREATEST(${iso(now)}::timestamptz, clock_timestamp()))`;
}

/** Over `keys` and its `accounts`. */
export function keyWorks(now: Date): Prisma.Sql {
  return Prisma.sql`COALESCE(${Prisma.raw(validUntilSql)} > ${iso(now)}::timestamptz, true)`;
}

function iso(time: Date): string {
  return time.toISOString();
}
