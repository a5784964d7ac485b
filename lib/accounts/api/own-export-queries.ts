import "server-only";
import { utcDay } from "../../core/clock.ts";
import type { Database } from "../../db/database.ts";
import type { Account, Activity } from "../../db/generated/client.ts";
import { ownKeyColumns } from "../keys/key-queries.ts";
import { readFailedRequests, readRouteUsage } from "../keys/request-queries.ts";
import { suggestionsOf } from "../suggestions/suggestion-queries.ts";
import { readSecondFactors } from "../second-factors/factor-queries.ts";
import { listOwnLimitRequests } from "../keys/limit-requests/limit-request-queries.ts";

/** What one request did to the records of one resource. */
type OwnChange = Pick<Activity, "change_id" | "at" | "action" | "resource"> & { record_ids: string[] };

/** The rows about an account that are part of its export. A new table that names an account belongs here too. */
export async function readOwnRows(
  database: Database,
  { id: accountId, email, verified }: Pick<Account, "id" | "email" | "verified">,
  now: number,
) {
  const { prisma } = database;
  const ofAccount = { where: { account_id: accountId } };
  const keys = await prisma.apiKey.findMany({ ...ofAccount, select: ownKeyColumns, orderBy: { created_at: "asc" } });
  const ofEachKey = async <Row>(read: (id: string) => Promise<Row[]>) => {
    const rows = keys.map(async ({ id: key_id }) => (await read(key_id)).map((row) => ({ key_id, ...row })));
    return (await Promise.all(rows)).flat();
  };
  return {
    identities: await prisma.identity.findMany({
      ...ofAccount,
      select: { provider: true, subject: true, verified: true },
    }),
    second_factors: await readSecondFactors(prisma, accountId),
    keys,
    usage: await prisma.dailyUsage.findMany({
      where: { subject: { in: [`account:${accountId}`, ...keys.map(({ id }) => `key:${id}`)] } },
      select: { subject: true, day: true, allowed: true, refused: true },
      orderBy: [{ day: "asc" }, { subject: "asc" }],
    }),
    usage_by_route: await ofEachKey((id) => readRouteUsage(database, id, [0, utcDay(now)])),
    failed_requests: await ofEachKey((id) => readFailedRequests(database, id, null)),
    limit_requests: await ofEachKey((id) => listOwnLimitRequests(prisma, id)),
    // Also those that were dismissed.
    notices: await prisma.notice.findMany({ ...ofAccount, orderBy: { id: "desc" } }),
    letters: await prisma.letter.findMany({
      where: { to: email },
      select: { created_at: true, subject: true, sent_at: true },
      orderBy: { id: "asc" },
    }),
    // Anyone can open an account with an address that is not theirs.
    suggestions: verified ? await suggestionsOf(prisma, email) : [],
    // Without the records before and after: those are not about the person, and make up almost all of the log.
    changes: await prisma.$queryRaw<OwnChange[]>`
      SELECT change_id, min(at) AS at, action, resource, array_agg(record_id ORDER BY id) AS record_ids
      FROM activity WHERE account_id = ${accountId}
      GROUP BY change_id, action, resource ORDER BY min(id) DESC`,
    snoozes: await prisma.problemSnooze.findMany({
      ...ofAccount,
      select: { at: true, rule: true, resource: true, record_id: true, until: true, reason: true },
      orderBy: { at: "asc" },
    }),
  };
}
