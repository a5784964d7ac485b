import "server-only";
import type { RequestSource } from "../../core/client-address.ts";
import { dayName, utcDay } from "../../core/clock.ts";
import type { Database } from "../../db/database.ts";
import { noticeTexts, tellOwners, type LetterSettings } from "../keys/notices/notice-queries.ts";
import { giveBackAllowance, readTaken, takeAllowance } from "../../http/rate-limit/allowance.ts";
import { isAppCode, takeAppCode, takeRecoveryCode } from "../second-factors/code-queries.ts";
import { listFactors } from "../second-factors/factor-queries.ts";
import type { FactorName } from "../second-factors/terms.browser.ts";

/**
 * After so many wrong codes in a UTC day an account takes none of its app until midnight (contract §23): who types them
 * knows the password. Recovery codes are too long to be found and stay open, so that no one can lock the owner out.
 */
const maxWrongCodes = 100;
/** The owner is told of so many. */
const toldWrongCodes = 10;

/** The password was right, and the account asks for a code as well. */
export class SecondFactorRequired extends Error {
  override name = "SecondFactorRequired";

  constructor(readonly factors: readonly FactorName[]) {
    super("SecondFactorRequired");
  }
}

/** The second step of a sign-in with a password. */
export interface SecondStep {
  /** Empty when none was sent. */
  code: string;
  sessionSecret: string;
  settings: LetterSettings;
}

interface Attempt extends SecondStep {
  accountId: string;
  /** One that signed in to the account before: its wrong codes are counted by themselves. */
  knownBrowser: string | null;
  source: RequestSource;
  at: number;
}

/** True also without a second factor. @throws SecondFactorRequired when the account has one, and no code was sent. */
export async function takeSecondStep({ prisma }: Database, attempt: Attempt): Promise<boolean> {
  const { accountId, code, sessionSecret, knownBrowser, settings, source, at } = attempt;
  const factors = await listFactors(prisma, accountId);
  if (factors.length === 0) return true;
  if (code === "") throw new SecondFactorRequired([...new Set(factors)]);
  const use = { accountId, code, sessionSecret, now: at, source };
  if (!isAppCode(code)) return takeRecoveryCode(prisma, use);
  const subject = `account:${accountId} codes${knownBrowser === null ? "" : ` of ${knownBrowser}`}`;
  // Counted before the check, so that concurrent attempts can't exceed the limit together.
  if (!(await takeAllowance(prisma, { subject, limit: maxWrongCodes }, at))) return false;
  const isRight = await takeAppCode(prisma, use);
  if (isRight) await giveBackAllowance(prisma, subject, at);
  else if ((await readTaken(prisma, subject, at)) >= toldWrongCodes) {
    const day = dayName(utcDay(at));
    const kind = "wrong-codes";
    const notice = { kind, occasion: `${accountId} ${day}`, text: noticeTexts[kind](day), at: new Date(at) } as const;
    await tellOwners(prisma, settings, [{ account_id: accountId, key_id: null, ...notice }]);
  }
  return isRight;
}
