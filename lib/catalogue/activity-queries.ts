import "server-only";
import type { Database } from "../db/database.ts";
import { Prisma } from "../db/generated/client.ts";
import type { FlatRecord } from "../core/json.browser.ts";
import { createYielder } from "../core/yielding.ts";

export type ActivityRow = Prisma.ActivityModel;

/** An entry of the activity log before it has its number. */
export interface NewActivityRow extends Omit<ActivityRow, "id" | "at" | "before" | "after"> {
  before: FlatRecord | null;
  after: FlatRecord | null;
}

/**
 * Locks the row that every change updates, until the transaction ends. A later change waits here as long as a statement
 * may take, because a large change on another instance exceeds the usual lock timeout.
 */
export async function lockChanges(transaction: Prisma.TransactionClient): Promise<void> {
  await transaction.$queryRaw`
    WITH waiting AS MATERIALIZED (
      SELECT current_setting('lock_timeout') AS usual, set_config('lock_timeout', '0', true)
    ), locked AS MATERIALIZED (
      SELECT usual FROM waiting, versions WHERE name = 'data' FOR UPDATE OF versions
    )
    SELECT set_config('lock_timeout', usual, true) FROM locked`;
}

const entriesInStatement = 500;

/** Writes entries in their order, many in one statement. @returns the number of the last; null when there are none. */
export async function addEntries(
  transaction: Prisma.TransactionClient,
  entries: NewActivityRow[],
): Promise<bigint | null> {
  const turn = createYielder();
  let last: bigint | null = null;
  for (let start = 0; start < entries.length; start += entriesInStatement) {
    const rows: string[] = [];
    for (const entry of entries.slice(start, start + entriesInStatement)) {
      rows.push(JSON.stringify(entry));
      await turn();
    }
    // JSON null becomes SQL NULL, also in the JSON columns.
    const [written] = await transaction.$queryRaw<{ last: bigint | number }[]>`
      WITH added AS (
        INSERT INTO activity (account_id, account_name, change_id, action, resource, record_id, before, after, merged_into)
        SELECT account_id, account_name, change_id, action, resource, record_id, before, after, merged_into
        FROM jsonb_populate_recordset(NULL::activity, ${`[${rows.join(",")}]`}::jsonb)
        WITH ORDINALITY ORDER BY ordinality
        RETURNING id
      ) SELECT max(id) AS last FROM added`;
    last = written ? BigInt(written.last) : null;
  }
  return last;
}

interface ActivityFilter {
  resource?: string | undefined;
  record_id?: string | undefined;
  /** Only entries of this production, and of roles, cast and crew members that were or are in it. */
  production_id?: string | undefined;
  account_id?: string | undefined;
  change_id?: string | undefined;
  /** Only changes at this moment or later. */
  from?: Date | undefined;
  /** Only changes before this moment. */
  until?: Date | undefined;
  /** Only entries whose record has this text. */
  text?: string | undefined;
  /** Only entries older than this one. */
  before?: bigint | undefined;
  limit: number;
}

/** The changes of a deleted account stay and can be undone; its name is removed. */
export async function anonymizeAuthor(transaction: Prisma.TransactionClient, accountId: string): Promise<void> {
  await transaction.activity.updateMany({ where: { account_id: accountId }, data: { account_name: null } });
}

/** When records were created, by id: ISO 8601 in UTC. Those that are older than the log are left out. */
export async function creationTimes(
  prisma: Prisma.TransactionClient,
  resource: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const created = await prisma.activity.findMany({
    select: { record_id: true, at: true },
    where: { resource, record_id: { in: [...ids] }, action: "create" },
    orderBy: { id: "asc" },
  });
  return new Map(created.map(({ record_id, at }) => [record_id, at.toISOString()]));
}

/** Newest first. */
export async function listEntries(prisma: Prisma.TransactionClient, filter: ActivityFilter): Promise<ActivityRow[]> {
  const { production_id, from, until, text, before, limit, ...fields } = filter;
  const conditions = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [Prisma.sql`${Prisma.raw(name)} = ${value}`],
  );
  if (production_id !== undefined)
    conditions.push(Prisma.sql`(resource = 'productions' AND record_id = ${production_id} OR
      resource IN ('cast-members', 'crew-members', 'roles') AND ${production_id} IN (before->>'production_id', after->>'production_id'))`);
  if (from) conditions.push(Prisma.sql`at >= ${from.toISOString()}::timestamptz`);
  if (until) conditions.push(Prisma.sql`at < ${until.toISOString()}::timestamptz`);
  if (before !== undefined) conditions.push(Prisma.sql`id < ${before.toString()}::bigint`);
  if (text !== undefined) {
    // As JSON writes it, with the characters that LIKE reads as patterns escaped.
    const pattern = `%${JSON.stringify(text)
      .slice(1, -1)
      .replace(/[\\%_]/g, "\\$&")}%`;
    conditions.push(Prisma.sql`(before::text ILIKE ${pattern} OR after::text ILIKE ${pattern})`);
  }
  const where = conditions.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join(conditions, " AND ")}`;
  const rows = await prisma.$queryRaw<(Omit<ActivityRow, "id"> & { id: bigint | number })[]>`
    SELECT ${Prisma.raw(Object.keys(Prisma.ActivityScalarFieldEnum).join(", "))} FROM activity ${where} ORDER BY id DESC LIMIT ${limit}::int`;
  return rows.map((row) => ({ ...row, id: BigInt(row.id) }));
}

export function findEntry(prisma: Prisma.TransactionClient, id: bigint): Promise<ActivityRow | null> {
  return prisma.activity.findUnique({ where: { id } });
}

/** The records that were merged into another and have not come back, with the one that they were merged into. */
export function readMerges({
  query,
}: Pick<Database, "query">): Promise<{ resource: string; id: string; into: string }[]> {
  return query(
    `SELECT resource, record_id AS id, merged_into AS "into" FROM activity AS entry
     WHERE merged_into IS NOT NULL AND after IS NULL AND NOT EXISTS (
       SELECT FROM activity AS later
       WHERE later.resource = entry.resource AND later.record_id = entry.record_id AND later.id > entry.id
     )`,
    [],
  );
}

/** All entries of a change, last first, in pages. */
export async function* entriesOfChange(
  prisma: Prisma.TransactionClient,
  changeId: string,
): AsyncGenerator<ActivityRow[]> {
  let before: bigint | undefined;
  do {
    const entries: ActivityRow[] = await prisma.activity.findMany({
      where: { change_id: changeId, ...(before === undefined ? {} : { id: { lt: before } }) },
      orderBy: { id: "desc" },
      take: entriesInStatement,
    });
    if (entries.length > 0) yield entries;
    before = entries.length < entriesInStatement ? undefined : entries.at(-1)?.id;
  } while (before !== undefined);
}
