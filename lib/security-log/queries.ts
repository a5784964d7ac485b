import "server-only";
import { shortAddress, type RequestSource } from "../auth/source.ts";
import type { Database } from "../db/connect.ts";
import type { Prisma, PrismaClient } from "../db/generated/client.ts";
import type { SecurityAction } from "./schema.ts";

interface NewEntry {
  /** Whose account it is about. */
  accountId: string;
  /** The account that did it; null: the service itself or its operator. */
  by: string | null;
  action: SecurityAction;
  detail?: Record<string, string>;
  /** Null where there is no request, or nothing of it is to be kept. */
  source: RequestSource | null;
}

const maxUserAgentCharacters = 80;

/** In the transaction of what it tells of: neither is there without the other. */
export async function recordSecurity(
  transaction: Prisma.TransactionClient,
  { accountId: account_id, by: by_account_id, action, detail, source }: NewEntry,
): Promise<void> {
  const user_agent = source?.userAgent?.slice(0, maxUserAgentCharacters).toWellFormed() ?? null;
  await transaction.securityLogEntry.create({
    data: {
      account_id,
      by_account_id,
      action,
      ...(detail ? { detail } : {}),
      address: source && shortAddress(source.address),
      user_agent,
    },
    select: { id: true },
  });
}

/** What is known of an account's places goes with it; what happened stays. */
export async function forgetPlaces(transaction: Prisma.TransactionClient, accountId: string): Promise<void> {
  await transaction.securityLogEntry.updateMany({
    where: { by_account_id: accountId },
    data: { address: null, user_agent: null },
  });
}

interface EntryFilter {
  accountId?: string | undefined;
  actions?: string[] | undefined;
  /** Only entries older than this one. */
  before?: bigint | undefined;
  limit: number;
}

/** Newest first, with what each account is called now; null for one that was deleted. */
export async function listSecurity(prisma: PrismaClient, { accountId, actions, before, limit }: EntryFilter) {
  const entries = await prisma.securityLogEntry.findMany({
    where: {
      account_id: accountId,
      ...(actions ? { action: { in: actions } } : {}),
      ...(before === undefined ? {} : { id: { lt: before } }),
    },
    orderBy: { id: "desc" },
    take: limit,
  });
  const ids = new Set(entries.flatMap(({ account_id, by_account_id }) => [account_id, by_account_id ?? account_id]));
  const accounts = await prisma.account.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true, email: true },
  });
  const names = new Map(accounts.map(({ id, name, email }) => [id, name ?? email]));
  const called = (id: string) => ({ id, name: names.get(id) ?? null });
  return entries.map(({ account_id, by_account_id, ...entry }) => ({
    ...entry,
    account: called(account_id),
    by: by_account_id === null ? null : called(by_account_id),
  }));
}

/** Who signed in and out is kept for 90 days; by the database's clock, which all instances share. */
export async function forgetOldSecurity({ prisma }: Database): Promise<void> {
  await prisma.$executeRaw`
    DELETE FROM security_log WHERE action IN ('sign-in', 'sign-out') AND at < now() - interval '90 days'`;
}
