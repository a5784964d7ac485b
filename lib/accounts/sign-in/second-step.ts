import "server-only";
import type { Database } from "../../db/database.ts";
import { takeCode } from "../second-factors/code-queries.ts";
import { hasSecondFactor } from "../second-factors/queries.ts";
import { deleteFailures, recordFailure } from "./queries.ts";
import type { RequestSource } from "../security-log/source.ts";

/** So many wrong codes of one account count, from all addresses together: who types them knows the password. */
const maxWrongCodes = 50;

/** The password was right, and the account asks for a code as well. */
export class SecondFactorRequired extends Error {
  override name = "SecondFactorRequired";

  constructor() {
    super("SecondFactorRequired");
  }
}

/** The second step of a sign-in with a password. */
export interface SecondStep {
  /** Empty when none was sent. */
  code: string;
  sessionSecret: string;
}

interface Attempt extends SecondStep {
  accountId: string;
  /** A browser that signed in to the account before is limited by its own failures. */
  isKnownBrowser: boolean;
  source: RequestSource;
  at: number;
  /** Older failures do not count. */
  since: number;
}

/**
 * Checks the code after a right password. True also for an account without a second factor.
 *
 * @throws SecondFactorRequired when the account has one, and no code was sent.
 */
export async function takeSecondStep(database: Database, attempt: Attempt): Promise<boolean> {
  const { accountId, code, sessionSecret, isKnownBrowser, source, at, since } = attempt;
  if (!(await hasSecondFactor(database.prisma, accountId))) return true;
  if (code === "") throw new SecondFactorRequired();
  const place = { email: "", address: wrongCodesOf(accountId), at: new Date(at), since: new Date(since) };
  const max = { perEmailAndAddress: maxWrongCodes, perAddress: maxWrongCodes };
  // Recorded before the check, so that concurrent attempts can't exceed the limit together.
  const failure = isKnownBrowser ? undefined : await recordFailure(database, place, max);
  if (failure === null) return false;
  const isRight = await takeCode(database.prisma, { accountId, code, sessionSecret, now: at, source });
  if (isRight && failure) await deleteFailures(database, [failure.id]);
  return isRight;
}

/** Where the failures of an account's codes are counted, in place of an IP address. */
export function wrongCodesOf(accountId: string): string {
  return `codes ${accountId}`;
}
