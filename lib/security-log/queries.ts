import "server-only";
import { shortAddress, type RequestSource } from "../auth/source.ts";
import type { Database } from "../db/database.ts";
import type { Prisma, PrismaClient } from "../db/generated/client.ts";
import type { SecurityAction } from "./schema.ts";

interface NewEntry {
  /** The account that the event concerns. */
  accountId: string;
  /** The account that caused it; null: the service itself or its operator. */
  by: string | null;
  action: SecurityAction;
  detail?: Record<string, string>;
  /** Null without a request, or when nothing of it may be stored. */
  source: RequestSource | null;
}

const maxUserAgentCharacters = 80;

/** Runs in the transaction of the event, so that neither exists without the other. */
export async function recordSecurityEvent(
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

/** Deletes the networks and devices of an account; the events stay. */
export async function anonymizeLocations(transaction: Prisma.TransactionClient, accountId: string): Promise<void> {
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

/** Newest first, with the current name of each account; null when it has been deleted. */
export async function listSecurityEntries(prisma: PrismaClient, { accountId, actions, before, limit }: EntryFilter) {
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

/** Sign-ins and sign-outs are kept for 90 days, by the database's clock, which all instances share. */
export async function deleteOldSecurityEntries({ prisma }: Database): Promise<void> {
  await prisma.$executeRaw`
    DELETE FROM security_log WHERE action IN ('sign-in', 'sign-out') AND at < now() - interval '90 days'`;
}
