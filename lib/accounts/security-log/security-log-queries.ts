import "server-only";
import { shortAddress, type RequestSource } from "../../core/client-address.ts";
import type { Database, Transaction } from "../../db/database.ts";
import type { PrismaClient } from "../../db/generated/client.ts";
import { accountNames } from "../sign-in/sign-in-queries.ts";
import type { SecurityAction } from "./schema.browser.ts";

/** Who changes an account, or what belongs to their own, and from where. */
export interface AccountEditor {
  accountId: string;
  source: RequestSource;
}

interface NewEntry {
  /** The account that the event concerns. */
  accountId: string;
  /** The account that caused it; absent: itself; null: the service or its operator. */
  by?: string | null;
  action: SecurityAction;
  detail?: Record<string, string>;
  /** Null without a request, or when nothing of it may be stored. */
  source: RequestSource | null;
}

const maxUserAgentCharacters = 200;

/** Runs in the transaction of the event, so that neither exists without the other. */
export async function recordSecurityEvent(
  transaction: Transaction,
  { accountId: account_id, by: by_account_id = account_id, action, detail, source }: NewEntry,
): Promise<void> {
  await transaction.securityLogEntry.create({
    data: { account_id, by_account_id, action, ...(detail && { detail }), ...storedSource(source) },
    select: { id: true },
  });
}

const maxFailuresAnHour = 20;

/**
 * Records a wrong password of an account, at most twenty an hour, so that an attacker can't fill the table. The update
 * changes nothing; with it, the statement writes and waits for the disk also for an unknown address, so that its duration
 * does not reveal which addresses have accounts. @param failureId of the row of `sign_in_failures`.
 */
export async function recordFailedSignIn({ prisma }: Database, failureId: bigint, source: RequestSource) {
  const { address, user_agent } = storedSource(source);
  await prisma.$executeRaw`
    WITH failure AS (UPDATE sign_in_failures SET at = at WHERE id = ${failureId} RETURNING email)
    INSERT INTO security_log (account_id, action, address, user_agent)
    SELECT accounts.id, 'sign-in-failed', ${address}, ${user_agent} FROM failure JOIN accounts USING (email)
    WHERE ${maxFailuresAnHour}::int > (
      SELECT count(*) FROM (
        SELECT action, at FROM security_log WHERE account_id = accounts.id ORDER BY id DESC LIMIT 100
      ) AS recent WHERE action = 'sign-in-failed' AND at > now() - interval '1 hour')`;
}

/** What may be stored of the source of a request. */
function storedSource(source: RequestSource | null) {
  return {
    address: source && shortAddress(source.address),
    user_agent: source?.userAgent?.slice(0, maxUserAgentCharacters).toWellFormed() ?? null,
  };
}

/** Deletes the networks and devices of an account, and those of attempts to sign in to it; the events stay. */
export async function anonymizeLocations(transaction: Transaction, accountId: string): Promise<void> {
  await transaction.securityLogEntry.updateMany({
    where: { OR: [{ by_account_id: accountId }, { account_id: accountId, by_account_id: null }] },
    data: { address: null, user_agent: null },
  });
}

/** Newest first, with the current names of accounts; null for deleted ones. @param limit absent: all. */
export async function listSecurityEntries(
  prisma: PrismaClient,
  { accountId, actions, before, limit }: { accountId?: string; actions?: string[]; before?: bigint; limit?: number },
) {
  const entries = await prisma.securityLogEntry.findMany({
    where: { account_id: accountId, action: { in: actions }, id: { lt: before } },
    orderBy: { id: "desc" },
    take: limit,
  });
  const ids = entries.flatMap(({ account_id, by_account_id }) => [account_id, by_account_id ?? account_id]);
  const names = await accountNames(prisma, ids);
  const called = (id: string) => ({ id, name: names.get(id) ?? null });
  return entries.map(({ account_id, by_account_id, ...entry }) => ({
    ...entry,
    account: called(account_id),
    by: by_account_id === null ? null : called(by_account_id),
  }));
}
