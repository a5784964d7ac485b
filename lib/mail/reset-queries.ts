import "server-only";
import type { Database } from "../db/database.ts";
import { resetText, tokenUrl } from "./letter-texts.ts";
import { issueMailedLink } from "./link-queries.ts";
import { queueLetter } from "./queries.ts";
import { takeLinkLetter, type Mailing } from "./recipient-limits.ts";

/** Contract §19. */
const linkMilliseconds = 3_600_000;
/** Further requests change nothing: neither many letters nor an end of the links that were sent. */
const maxLinksPerAccount = 3;

interface ResetAttempt {
  email: string;
  address: string;
  at: Date;
  /** Older requests do not count. */
  since: Date;
}

/**
 * Notes a request for a link. It runs the same statements whether the address has an account or not; above the
 * limits it notes nothing.
 */
export function requestReset(
  { prisma }: Database,
  { email, address, at, since }: ResetAttempt,
  max: { perEmailAndAddress: number; perAddress: number },
): Promise<void> {
  return prisma.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT 1 AS locked FROM (SELECT pg_advisory_xact_lock(hashtextextended(${address}, 11))) AS lock`;
    const [recent] = await transaction.$queryRaw<{ here: number; same: number }[]>`
      SELECT count(*)::int AS here, (count(*) FILTER (WHERE email = ${email}))::int AS same
      FROM reset_requests WHERE address = ${address} AND at > ${since}`;
    const { here, same } = recent ?? { here: 0, same: 0 };
    if (here >= max.perAddress || same >= max.perEmailAndAddress) return;
    await transaction.resetRequest.create({ data: { email, address, at }, select: { id: true } });
  });
}

/** Queues a letter with a link for each request since the last call whose address has an account and may get it. */
export async function answerResetRequests({ prisma }: Database, mailing: Mailing): Promise<void> {
  const { settings } = mailing;
  const now = mailing.now();
  await prisma.$transaction(async (transaction) => {
    const asked = await transaction.$queryRaw<{ email: string }[]>`
      UPDATE reset_requests SET is_answered = true
      WHERE id IN (SELECT id FROM reset_requests WHERE NOT is_answered ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED)
      RETURNING email`;
    const emails = [...new Set(asked.map(({ email }) => email))];
    if (emails.length === 0) return;
    const accounts = await transaction.account.findMany({
      where: { email: { in: emails }, blocked: false },
      select: { id: true, email: true },
      // Two instances lock the counts of the recipients in the same order.
      orderBy: { email: "asc" },
    });
    const expires_at = new Date(now + linkMilliseconds);
    for (const { id: account_id, email: to } of accounts) {
      const valid = { account_id, purpose: "reset", expires_at: { gt: new Date(now) } } as const;
      if ((await transaction.mailedLink.count({ where: valid })) >= maxLinksPerAccount) continue;
      if ((await takeLinkLetter(transaction, mailing, to)) !== null) continue;
      const token = await issueMailedLink(transaction, { account_id, purpose: "reset", expires_at });
      const text = resetText(tokenUrl("/set-password", token, settings));
      await queueLetter(transaction, settings, { to, ...text, expiresAt: expires_at });
    }
  });
}
