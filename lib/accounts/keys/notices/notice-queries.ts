import "server-only";
import type { Database, Transaction } from "../../../db/database.ts";
import type { Notice, PrismaClient } from "../../../db/generated/client.ts";
import type { Env } from "../../../settings/env.ts";
import { validUntilSql } from "../key-queries.ts";
import { queueLetter } from "../../mail/letter-queries.ts";
import { noticeTitles, type NoticeKind } from "./schema.browser.ts";

/** `key_id`: null when it is about the account. `occasion`: such as a key on a day; the same kind is told of it once. */
type NewNotice = Omit<Notice, "id" | "dismissed_at"> & { kind: NoticeKind };

const limitKinds: readonly NoticeKind[] = ["limit-near", "limit-reached"];

/** Whether there is mail, and where the portal is. */
export type LetterSettings = Pick<Env, "SMTP_URL" | "NEXTAUTH_URL">;

/** Tells an owner in the portal, and by mail where `settings` have it. Of several calls for one occasion, the first does. */
export async function tellOwner(
  transaction: Transaction,
  settings: LetterSettings | null,
  { account_id, key_id, kind, occasion, text, at }: NewNotice,
): Promise<void> {
  const { count } = await transaction.notice.createMany({
    data: [{ account_id, key_id, kind, occasion, text, at }],
    skipDuplicates: true,
  });
  if (count === 0) return;
  if (settings?.SMTP_URL) await writeLetter(transaction, settings, { account_id, kind, text });
  if (!limitKinds.includes(kind)) return;
  // A key that reaches its limit every day would fill the page: only its latest notice of this sort is shown. After a
  // rotation the earlier one of the day may be about the old key.
  await transaction.notice.updateMany({
    where: {
      OR: [{ key_id }, { occasion }],
      kind: { in: [...limitKinds] },
      dismissed_at: null,
      NOT: { kind, occasion },
    },
    data: { dismissed_at: at },
  });
}

/** Only to an address that is verified: anyone can create an account with another person's address. */
async function writeLetter(
  transaction: Transaction,
  settings: LetterSettings,
  { account_id: id, kind, text }: Pick<NewNotice, "account_id" | "kind" | "text">,
): Promise<void> {
  const account = await transaction.account.findFirst({ where: { id, verified: true }, select: { email: true } });
  if (!account) return;
  const portal = settings.NEXTAUTH_URL ? `\n\nYour keys: ${new URL("/developers", settings.NEXTAUTH_URL).href}` : "";
  await queueLetter(transaction, settings, {
    to: account.email,
    subject: `Theatre Listings: ${noticeTitles[kind]}`,
    text: `${text}${portal}\n`,
  });
}

/** Each in a transaction of its own, so that one that fails holds up no other. @throws AggregateError after the others. */
export async function tellOwners(
  prisma: PrismaClient,
  settings: LetterSettings,
  notices: readonly NewNotice[],
): Promise<void> {
  const errors: unknown[] = [];
  for (const notice of notices)
    await prisma
      .$transaction((transaction) => tellOwner(transaction, settings, notice))
      .catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, "Not every owner was told.");
}

/** The account's notices that are not dismissed, latest first; without those of limits and ends of keys that are revoked. */
export function listNotices(prisma: PrismaClient, accountId: string, now: Date): Promise<Notice[]> {
  return prisma.notice.findMany({
    where: {
      account_id: accountId,
      dismissed_at: null,
      OR: [
        { kind: { notIn: [...limitKinds, "key-expires"] } },
        { key: { OR: [{ revoked_at: null }, { revoked_at: { gt: now } }] } },
      ],
    },
    orderBy: [{ at: "desc" }, { id: "desc" }],
  });
}

/** Dismisses a notice of the account. Idempotent. @returns null when there is none with this id. */
export async function dismissNotice(
  prisma: PrismaClient,
  accountId: string,
  id: bigint,
  now: Date,
): Promise<Notice | null> {
  const where = { id, account_id: accountId };
  await prisma.notice.updateMany({ where: { ...where, dismissed_at: null }, data: { dismissed_at: now } });
  return prisma.notice.findFirst({ where });
}

interface NamedKey {
  name: string;
  prefix: string;
}

/** A key's requests of a UTC day. */
interface DayUse {
  used: number;
  limit: number;
  /** `YYYY-MM-DD` */
  day: string;
}

const counts = new Intl.NumberFormat("en-GB");
const days = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const times = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

const named = ({ name, prefix }: NamedKey) => `Your key “${name}” (${prefix}…)`;
const at = (time: Date) => `${times.format(time)} UTC`;
const on = (day: string) => days.format(new Date(day));

/** The sentences of notices, for the portal and for letters. */
export const noticeTexts = {
  "limit-near": (key: NamedKey, { used, limit, day }: DayUse) =>
    `${named(key)} has used ${counts.format(used)} of its ${counts.format(limit)} requests for ${on(day)}. When they are used up, further requests are refused until midnight UTC.`,
  "limit-reached": (key: NamedKey, { limit, day }: DayUse) =>
    `${named(key)} has used all ${counts.format(limit)} requests for ${on(day)}. Further requests are refused until midnight UTC. You can request a higher limit.`,
  "key-expires": (key: NamedKey, expiresAt: Date) =>
    `${named(key)} expires on ${at(expiresAt)}. Create a new key before then.`,
  "key-found": (key: NamedKey, revokedAt: Date) =>
    `${named(key)} was found in public and revoked on ${at(revokedAt)}. Check where it leaked before you create a new one.`,
  "limit-granted": (key: NamedKey, limit: number) => `${named(key)} now has ${counts.format(limit)} requests a day.`,
  "limit-declined": (key: NamedKey, requested: number) =>
    `Your request for ${counts.format(requested)} requests a day was declined. ${named(key)} keeps its limit.`,
  "password-changed": (changedAt: Date) =>
    `The password of your account was changed on ${at(changedAt)}. If that wasn’t you, set a new one and sign out on all devices.`,
  "wrong-codes": (day: string) =>
    `Ten wrong codes of an authenticator app were entered for your account on ${on(day)}, each after your right password. If that wasn’t you, someone knows your password: change it now. After 100 wrong codes, only recovery codes and passkeys sign you in until midnight UTC.`,
} satisfies Record<NoticeKind, unknown>;

/** A notice that is due: a key near or at its limit, or about to expire. */
export interface DueNotice {
  kind: "limit-near" | "limit-reached" | "key-expires";
  occasion: string;
  account_id: string;
  key_id: string;
  name: string;
  prefix: string;
  used: number;
  daily_limit: number;
  expires_at: Date | null;
}

/** Over `keys` and its `accounts`; with an account's id, only its own. */
const isWorkingSql = `
(COALESCE(${validUntilSql} > $1::timestamptz, true) AND ($4::text IS NULL OR keys.account_id = $4))`;

/**
 * The stored counts near the limit that they were counted with come first, because few are; then the limit and the state
 * of their keys. Keys that share a count have one notice, about the newest. A key made or rotated with less than 7 days
 * left is not announced, and neither is one that its owner has ended.
 */
const dueSql = `
WITH near AS MATERIALIZED (
  SELECT substr(subject, 5) AS counted_key, allowed AS used FROM daily_usage
  WHERE day = $2::text::date AND subject LIKE 'key:%' AND allowed::bigint * 5 >= daily_limit::bigint * 4
), used AS (
  SELECT DISTINCT ON (near.counted_key) keys.*, near.used, COALESCE(keys.daily_limit, $3::int) AS own_limit,
    near.counted_key || ' ' || $2::text AS occasion
  FROM near JOIN api_keys AS keys
    ON near.counted_key = COALESCE(keys.counts_as, keys.id)
  JOIN accounts ON accounts.id = keys.account_id
  WHERE near.used::bigint * 5 >= COALESCE(keys.daily_limit, $3::int)::bigint * 4 AND ${isWorkingSql}
  ORDER BY near.counted_key, keys.created_at DESC, keys.id
), due AS (
  SELECT CASE WHEN used >= own_limit THEN 'limit-reached' ELSE 'limit-near' END AS kind, occasion,
    account_id, id AS key_id, name, prefix, used, own_limit AS daily_limit, expires_at
  FROM used
  UNION ALL
  SELECT 'key-expires', keys.id, account_id, keys.id, keys.name, prefix, 0, 0, expires_at
  FROM api_keys AS keys JOIN accounts ON accounts.id = keys.account_id
  WHERE expires_at <= $1::timestamptz + interval '7 days' AND expires_at >= keys.created_at + interval '7 days'
    AND revoked_at IS NULL AND ${isWorkingSql}
)
SELECT * FROM due WHERE NOT EXISTS (
  SELECT FROM notices WHERE notices.kind = due.kind AND notices.occasion = due.occasion
)`;

/** Those that are not told yet. @param parameters `day`: `YYYY-MM-DD` in UTC; `usualLimit`: of keys without their own. */
export async function findDueNotices(
  database: Database,
  parameters: [now: string, day: string, usualLimit: number, accountId: string | null],
): Promise<DueNotice[]> {
  const rows = await database.query<DueNotice>(dueSql, parameters);
  return rows.map((row) => ({ ...row, expires_at: row.expires_at && new Date(row.expires_at) }));
}
