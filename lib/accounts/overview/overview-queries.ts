import "server-only";
import type { z } from "zod";
import { dayName, utcDay } from "../../core/clock.ts";
import { Prisma, type PrismaClient } from "../../db/generated/client.ts";
import { validUntilSql } from "../keys/key-queries.ts";
import { managedColumns, type ManagedAccountRow } from "../account-queries.ts";
import type { AccountOverview, accountQuery, accountStates } from "./schema.browser.ts";

/** Where a page begins: after this account. */
export type AccountPosition = Pick<ManagedAccountRow, "created_at" | "id">;

const states = {
  blocked: { blocked: true },
  unverified: { verified: false },
  "role-to-confirm": { role_to_confirm: { not: null } },
} satisfies Record<(typeof accountStates)[number], Prisma.AccountWhereInput>;

/** Newest first, with one more than the limit if there is one. */
export async function findAccounts(
  prisma: PrismaClient,
  { q = "", role, state, limit }: Omit<z.output<typeof accountQuery>, "cursor">,
  before: AccountPosition | null,
) {
  const words = q.split(/\s+/).filter((word) => word !== "");
  const matching: Prisma.AccountWhereInput = {
    role,
    ...(state && states[state]),
    AND: words.map((word) => {
      // Prisma passes the wildcards of LIKE on.
      const text = { contains: word.replace(/[\\%_]/g, String.raw`\$&`), mode: "insensitive" } as const;
      // A name may contain someone else's address, so names are not searched for one.
      return { OR: [{ email: text }, ...(word.includes("@") ? [] : [{ name: text }])] };
    }),
  };
  const { created_at, id } = before ?? {};
  const older = before ? { OR: [{ created_at: { lt: created_at } }, { created_at, id: { lt: id } }] } : {};
  const [total, accounts] = await Promise.all([
    prisma.account.count({ where: matching }),
    prisma.account.findMany({
      select: managedColumns,
      where: { AND: [matching, older] },
      orderBy: [{ created_at: "desc" }, { id: "desc" }],
      take: limit + 1,
    }),
  ]);
  return { total, accounts };
}

type AccountUse = Pick<AccountOverview, "id" | "sessions" | "keys" | "requests_today"> & { last_seen_at: Date | null };

/** How much accounts are used. A rotated key counts on one of the same account, so the sum is right. */
export async function accountUses(
  prisma: PrismaClient,
  accounts: readonly ManagedAccountRow[],
  now: number,
): Promise<Map<string, AccountUse>> {
  const at = new Date(now).toISOString();
  const uses = await prisma.$queryRaw<AccountUse[]>`
    SELECT accounts.id,
      GREATEST(
        (SELECT max(last_used_at) FROM sessions WHERE account_id = accounts.id),
        (SELECT max(last_used_at) FROM api_keys WHERE account_id = accounts.id),
        (SELECT at FROM security_log
         WHERE account_id = accounts.id AND action = 'sign-in' ORDER BY security_log.id DESC LIMIT 1)
      ) AS last_seen_at,
      (SELECT count(*)::int FROM sessions
       WHERE account_id = accounts.id AND expires_at > ${at}::timestamptz AND NOT accounts.blocked) AS sessions,
      (SELECT count(*)::int FROM api_keys AS keys
       WHERE account_id = accounts.id AND COALESCE(${Prisma.raw(validUntilSql)} > ${at}::timestamptz, true)) AS keys,
      (SELECT COALESCE(sum(allowed), 0)::int FROM daily_usage
       WHERE day = ${dayName(utcDay(now))}::date AND subject IN (
         SELECT 'account:' || accounts.id UNION ALL SELECT 'key:' || id FROM api_keys WHERE account_id = accounts.id
       )) AS requests_today
    FROM accounts WHERE id = ANY(${accounts.map(({ id }) => id)})`;
  return new Map(uses.map((use) => [use.id, use]));
}
