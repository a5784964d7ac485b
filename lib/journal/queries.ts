import "server-only";
import type { Prisma } from "../db/generated/client.ts";
import type { ActivityAction } from "../db/generated/enums.ts";

/** A record as its single read shows it. */
export type FlatRecord = Record<string, unknown> & { id: string };

/** One line of the journal, before it has its number. */
export interface NewEntry {
  accountId: string;
  accountName: string;
  changeId: string;
  action: ActivityAction;
  resource: string;
  recordId: string;
  before: FlatRecord | null;
  after: FlatRecord | null;
}

const columns = {
  id: true,
  at: true,
  account_id: true,
  account_name: true,
  change_id: true,
  action: true,
  resource: true,
  record_id: true,
  before: true,
  after: true,
} satisfies Prisma.ActivitySelect;

export type Entry = Prisma.ActivityGetPayload<{ select: typeof columns }>;

/** Holds what every change raises until the transaction ends: whoever changes something later waits here. */
export async function waitForTurn(transaction: Prisma.TransactionClient): Promise<void> {
  await transaction.$queryRaw`SELECT value FROM versions WHERE name = 'data' FOR UPDATE`;
}

export async function addEntries(transaction: Prisma.TransactionClient, entries: NewEntry[]): Promise<void> {
  await transaction.activity.createMany({
    data: entries.map(({ accountId, accountName, changeId, action, resource, recordId, before, after }) => ({
      account_id: accountId,
      account_name: accountName,
      change_id: changeId,
      action,
      resource,
      record_id: recordId,
      // An absent column is SQL's null; Prisma would store a given null as JSON's.
      ...(before && { before: before as Prisma.InputJsonObject }),
      ...(after && { after: after as Prisma.InputJsonObject }),
    })),
  });
}

export interface EntryFilter {
  resource?: string | undefined;
  recordId?: string | undefined;
  accountId?: string | undefined;
  /** Only entries older than this one. */
  before?: bigint | undefined;
  limit: number;
}

/** Newest first. */
export function listEntries(prisma: Prisma.TransactionClient, filter: EntryFilter): Promise<Entry[]> {
  const { resource, recordId, accountId, before, limit } = filter;
  return prisma.activity.findMany({
    select: columns,
    where: {
      resource,
      record_id: recordId,
      account_id: accountId,
      ...(before === undefined ? {} : { id: { lt: before } }),
    },
    orderBy: { id: "desc" },
    take: limit,
  });
}

/** All entries of the change that an entry belongs to, the last first; none when there is no such entry. */
export async function entriesOfChange(prisma: Prisma.TransactionClient, id: bigint): Promise<Entry[]> {
  const entry = await prisma.activity.findUnique({ where: { id }, select: { change_id: true } });
  if (!entry) return [];
  return prisma.activity.findMany({ select: columns, where: { change_id: entry.change_id }, orderBy: { id: "desc" } });
}
