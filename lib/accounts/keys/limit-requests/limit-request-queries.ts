import "server-only";
import { randomUUID } from "node:crypto";
import { recordSecurityEvent, type AccountEditor } from "../../security-log/security-log-queries.ts";
import { lockAccount } from "../../sign-in/sign-in-queries.ts";
import { Prisma, type LimitRequest, type PrismaClient } from "../../../db/generated/client.ts";
import type { Transaction } from "../../../db/database.ts";
import { AppError } from "../../../core/errors.ts";
import { countedKey } from "../../../http/access/key.ts";
import { noticeTexts, tellOwner } from "../notices/notice-queries.ts";
import type { LimitContext } from "../notices/notice-watch.ts";
import { findKey, keyWorks, listWorkingKeys } from "../api/own-key-queries.ts";
import type { LimitAnswer, LimitRequestRecord, ManagedLimitRequest } from "./schema.browser.ts";

/** Requests for a higher limit of a key (contract §19). */

/** Newest first. */
export function listOwnLimitRequests(prisma: PrismaClient, keyId: string): Promise<LimitRequest[]> {
  return prisma.limitRequest.findMany({ where: { key_id: keyId }, orderBy: [{ created_at: "desc" }, { id: "asc" }] });
}

/** Adds a request, in place of one that is not answered yet. @throws AppError 404, 409 when the key no longer works. */
export function addLimitRequest(
  prisma: PrismaClient,
  owned: { accountId: string; keyId: string },
  wanted: { daily_limit: number; reason: string },
  now: Date,
): Promise<LimitRequest> {
  return prisma.$transaction(async (transaction) => {
    await lockAccount(transaction, owned.accountId);
    const key = await findKey(transaction, owned.accountId, owned.keyId);
    const working = await listWorkingKeys(transaction, owned.accountId, now);
    if (!working.some(({ id }) => id === key.id)) {
      throw new AppError("conflict", { message: "This key is no longer active. Request a limit for an active key." });
    }
    await transaction.limitRequest.deleteMany({ where: { key_id: key.id, state: "received" } });
    return transaction.limitRequest.create({
      data: { ...wanted, id: randomUUID(), key_id: key.id, created_at: now },
    });
  });
}

/** A request with its key, the key's owner, and whether the key still works. */
type ManagedRequest = Omit<LimitRequest, "key_id"> & Pick<ManagedLimitRequest, "key" | "account"> & { works: boolean };

const maxListed = 200;

function selectManaged({ now, settings }: LimitContext): Prisma.Sql {
  const at = new Date(now());
  return Prisma.sql`
    SELECT requests.id, requests.state::text, requests.daily_limit, requests.reason, requests.created_at,
      requests.answered_at, requests.granted_limit, ${keyWorks(at)} AS works,
      json_build_object(
        'id', keys.id, 'name', keys.name, 'prefix', keys.prefix,
        'daily_limit', COALESCE(keys.daily_limit, ${settings.KEY_DAILY_LIMIT}::int),
        'busiest_day', COALESCE((
          SELECT max(allowed) FROM daily_usage
          WHERE subject = 'key:' || keys.id AND day > (${at.toISOString()}::timestamptz AT TIME ZONE 'UTC')::date - 30
        ), 0)
      ) AS key,
      json_build_object('id', accounts.id, 'email', accounts.email, 'name', accounts.name) AS account
    FROM limit_requests AS requests
    JOIN api_keys AS keys ON keys.id = requests.key_id JOIN accounts ON accounts.id = keys.account_id`;
}

/** Those that wait for an answer come first; none for keys that no longer work, to which nothing can be granted. */
export function listLimitRequests(
  context: LimitContext,
  state: LimitRequestRecord["state"] | null,
): Promise<ManagedRequest[]> {
  return context.database.prisma.$queryRaw<ManagedRequest[]>`
    SELECT * FROM (${selectManaged(context)}) AS requests
    WHERE (${state}::text IS NULL OR state = ${state}) AND (state <> 'received' OR works)
    ORDER BY state <> 'received', answered_at DESC, created_at, id LIMIT ${maxListed}`;
}

export async function findLimitRequest(
  prisma: Transaction,
  id: string,
  context: LimitContext,
): Promise<ManagedRequest | null> {
  const [found] = await prisma.$queryRaw<ManagedRequest[]>`${selectManaged(context)} WHERE requests.id = ${id}`;
  return found ?? null;
}

/** Of two answers at once, one is refused. @returns null when it is gone. @throws AppError 409: answered, or the key has ended. */
export function answerLimitRequest(
  context: LimitContext,
  editor: AccountEditor,
  id: string,
  { state, daily_limit }: LimitAnswer,
): Promise<ManagedRequest | null> {
  const now = new Date(context.now());
  return context.database.prisma.$transaction(async (transaction) => {
    // Locks the account first, as rotation does, which moves the request to the new key.
    await transaction.$queryRaw`
      SELECT accounts.id FROM limit_requests JOIN api_keys ON api_keys.id = key_id JOIN accounts ON accounts.id = account_id
      WHERE limit_requests.id = ${id} FOR NO KEY UPDATE OF accounts`;
    const limitRequest = await findLimitRequest(transaction, id, context);
    if (!limitRequest) return null;
    if (limitRequest.state !== "received") {
      throw new AppError("conflict", { message: `This request was already ${limitRequest.state}.` });
    }
    const granted = state === "granted" ? (daily_limit ?? limitRequest.daily_limit) : null;
    if (granted !== null && !limitRequest.works) {
      throw new AppError("conflict", { message: "The key is no longer active, so it can't have another limit." });
    }
    const answer = { state, answered_at: now, granted_limit: granted };
    await transaction.limitRequest.update({ where: { id }, data: answer, select: { id: true } });
    if (granted !== null) await changeLimit(transaction, limitRequest, granted, editor);
    const { key, account } = limitRequest;
    const kind = `limit-${state}` as const;
    await tellOwner(transaction, context.settings, {
      account_id: account.id,
      key_id: key.id,
      kind,
      occasion: id,
      text: noticeTexts[kind](key, granted ?? limitRequest.daily_limit),
      at: now,
    });
    return findLimitRequest(transaction, id, context);
  });
}

/** Keys that share its count get the limit too, because one count has one limit. */
async function changeLimit(
  transaction: Transaction,
  { key: { id, prefix, daily_limit: from }, account }: ManagedRequest,
  limit: number,
  { accountId: by, source }: AccountEditor,
): Promise<void> {
  const counted = countedKey(await findKey(transaction, account.id, id));
  await transaction.apiKey.updateMany({
    where: { account_id: account.id, OR: [{ id: counted }, { counts_as: counted }] },
    data: { daily_limit: limit },
  });
  if (from === limit) return;
  const detail = { prefix, from: String(from), to: String(limit) };
  await recordSecurityEvent(transaction, { accountId: account.id, by, action: "limit-changed", detail, source });
}
