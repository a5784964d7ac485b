import "server-only";
import { randomUUID } from "node:crypto";
import { type RequestSource, recordSecurityEvent } from "../../accounts/security-log/security-log-queries.ts";
import { lockAccount } from "../../accounts/sign-in/sign-in-queries.ts";
import { Prisma, type PrismaClient } from "../../db/generated/client.ts";
import type { Env } from "../../settings/env.ts";
import { AppError } from "../../core/errors.ts";
import { countedKey } from "../count-subject.ts";
import { tellOwner, type LetterSettings } from "../notices/notice-queries.ts";
import { limitDeclinedText, limitGrantedText } from "../notices/texts.ts";
import { findKey, keyWorks } from "../api/own-key-queries.ts";
import type { LimitAnswer, LimitRequestRecord } from "./schema.browser.ts";

/** Requests for a higher limit of a key (contract §19). */

const ownColumns = {
  id: true,
  state: true,
  daily_limit: true,
  reason: true,
  created_at: true,
  answered_at: true,
  granted_limit: true,
} satisfies Prisma.LimitRequestSelect;

export type OwnLimitRequest = Prisma.LimitRequestGetPayload<{ select: typeof ownColumns }>;

/** Newest first. */
export function listOwnLimitRequests(prisma: PrismaClient, keyId: string): Promise<OwnLimitRequest[]> {
  return prisma.limitRequest.findMany({
    select: ownColumns,
    where: { key_id: keyId },
    orderBy: [{ created_at: "desc" }, { id: "asc" }],
  });
}

/**
 * Adds a request, in place of one that is not answered yet.
 *
 * @throws AppError 404, 409 when the key no longer works.
 */
export function addLimitRequest(
  prisma: PrismaClient,
  owned: { accountId: string; keyId: string },
  wanted: { daily_limit: number; reason: string },
  now: Date,
): Promise<OwnLimitRequest> {
  return prisma.$transaction(async (transaction) => {
    await lockAccount(transaction, owned.accountId);
    const key = await findKey(transaction, owned.accountId, owned.keyId);
    const working = await transaction.$queryRaw<object[]>`
      SELECT keys.id FROM api_keys AS keys JOIN accounts ON accounts.id = keys.account_id
      WHERE keys.id = ${key.id} AND ${keyWorks(now)}`;
    if (working.length === 0) {
      throw new AppError("conflict", { message: "This key is no longer active. Request a limit for an active key." });
    }
    await transaction.limitRequest.deleteMany({ where: { key_id: key.id, state: "received" } });
    return transaction.limitRequest.create({
      data: { ...wanted, id: randomUUID(), key_id: key.id, created_at: now },
      select: ownColumns,
    });
  });
}

/** A request with its key and the key's owner. */
export interface ManagedLimitRequestRow extends OwnLimitRequest {
  key_id: string;
  key_name: string;
  prefix: string;
  key_limit: number | null;
  busiest_day: number;
  account_id: string;
  email: string;
  account_name: string | null;
  works: boolean;
}

const maxListed = 200;

function selectManaged(now: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT requests.id, requests.state::text, requests.daily_limit, requests.reason, requests.created_at,
      requests.answered_at, requests.granted_limit, keys.id AS key_id, keys.name AS key_name, keys.prefix,
      keys.daily_limit AS key_limit, accounts.id AS account_id, accounts.email, accounts.name AS account_name,
      ${keyWorks(now)} AS works,
      COALESCE((
        SELECT max(allowed) FROM daily_usage
        WHERE subject = 'key:' || keys.id AND day > (${now.toISOString()}::timestamptz AT TIME ZONE 'UTC')::date - 30
      ), 0) AS busiest_day
    FROM limit_requests AS requests
    JOIN api_keys AS keys ON keys.id = requests.key_id JOIN accounts ON accounts.id = keys.account_id`;
}

/**
 * Those that wait for an answer, oldest first, then the others, latest answer first. Without requests that wait for a
 * key that no longer works, because nothing can be granted to it.
 */
export function listLimitRequests(
  prisma: PrismaClient,
  state: LimitRequestRecord["state"] | null,
  now: Date,
): Promise<ManagedLimitRequestRow[]> {
  return prisma.$queryRaw<ManagedLimitRequestRow[]>`
    SELECT * FROM (${selectManaged(now)}) AS requests
    WHERE (${state}::text IS NULL OR state = ${state}) AND (state <> 'received' OR works)
    ORDER BY state <> 'received', answered_at DESC, created_at, id LIMIT ${maxListed}`;
}

export async function findLimitRequest(
  prisma: Prisma.TransactionClient,
  id: string,
  now: Date,
): Promise<ManagedLimitRequestRow | null> {
  // PostgreSQL can't store a NUL, so no request has this id.
  if (id.includes("\0")) return null;
  const [found] = await prisma.$queryRaw<ManagedLimitRequestRow[]>`${selectManaged(now)} WHERE requests.id = ${id}`;
  return found ?? null;
}

/** Who answers, from where and when. */
export interface AnswerContext {
  accountId: string;
  source: RequestSource;
  now: Date;
  settings: Pick<Env, "KEY_DAILY_LIMIT"> & LetterSettings;
}

/**
 * Answers a request; a granted limit holds from the key's next request on. Of two answers at once, one is refused.
 *
 * @returns null when there is no such request any more. @throws AppError 409 when it is answered already, or when the
 *   key can't be granted anything.
 */
export function answerLimitRequest(
  prisma: PrismaClient,
  id: string,
  { state, daily_limit }: LimitAnswer,
  context: AnswerContext,
): Promise<ManagedLimitRequestRow | null> {
  const { now } = context;
  return prisma.$transaction(async (transaction) => {
    // Locks the account first, as rotation does, which moves the request to the new key.
    await transaction.$queryRaw`
      SELECT accounts.id FROM limit_requests JOIN api_keys ON api_keys.id = key_id JOIN accounts ON accounts.id = account_id
      WHERE limit_requests.id = ${id} FOR NO KEY UPDATE OF accounts`;
    const asked = await findLimitRequest(transaction, id, now);
    if (!asked) return null;
    if (asked.state !== "received") {
      throw new AppError("conflict", { message: `This request was already ${asked.state}.` });
    }
    const granted = state === "granted" ? (daily_limit ?? asked.daily_limit) : null;
    if (granted !== null && !asked.works) {
      throw new AppError("conflict", { message: "The key is no longer active, so it can't have another limit." });
    }
    const answer = { state, answered_at: now, granted_limit: granted };
    await transaction.limitRequest.update({ where: { id }, data: answer, select: { id: true } });
    if (granted !== null) await changeLimit(transaction, asked, granted, context);
    const key = { name: asked.key_name, prefix: asked.prefix };
    await tellOwner(transaction, context.settings, {
      accountId: asked.account_id,
      keyId: asked.key_id,
      kind: granted === null ? "limit-declined" : "limit-granted",
      occasion: id,
      text: granted === null ? limitDeclinedText(key, asked.daily_limit) : limitGrantedText(key, granted),
      at: now,
    });
    return findLimitRequest(transaction, id, now);
  });
}

/** Keys that share its count get the limit too, because one count has one limit. */
async function changeLimit(
  transaction: Prisma.TransactionClient,
  { key_id, prefix, key_limit, account_id }: ManagedLimitRequestRow,
  limit: number,
  { accountId: by, source, settings }: AnswerContext,
): Promise<void> {
  const key = await findKey(transaction, account_id, key_id);
  const counted = countedKey(key);
  await transaction.apiKey.updateMany({
    where: { account_id, OR: [{ id: counted }, { counts_as: counted }] },
    data: { daily_limit: limit },
  });
  const from = key_limit ?? settings.KEY_DAILY_LIMIT;
  if (from === limit) return;
  const detail = { prefix, from: String(from), to: String(limit) };
  await recordSecurityEvent(transaction, { accountId: account_id, by, action: "limit-changed", detail, source });
}
