import "server-only";
import type { RequestSource } from "../security-log/source.ts";
import type { PrismaClient } from "../../db/generated/client.ts";
import { recordSecurityEvent } from "../security-log/queries.ts";
import { newAppSecret, openAppSecret, stepOfCode } from "./authenticator-app.ts";
import { takeRecoveryCode } from "./recovery-queries.ts";

/** Takes the place of a secret that is missing, so that every code takes the same work. */
const noSecret = newAppSecret();
/** Of no code: no step is earlier. */
const noStep = 0;

interface CodeUse {
  accountId: string;
  /** Of the app, or a recovery code; spaces are ignored. */
  code: string;
  sessionSecret: string;
  /** Milliseconds since 1970. */
  now: number;
  source: RequestSource;
}

/** Whether this is a code of an app; a recovery code is longer. Spaces are ignored. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code.replaceAll(/\s/g, ""));
}

/** Uses up a code at sign-in. A wrong one causes the same statements as a right one of its kind. */
export function takeCode(
  prisma: PrismaClient,
  { accountId: account_id, code, sessionSecret, now, source }: CodeUse,
): Promise<boolean> {
  const typed = code.replaceAll(/\s/g, "");
  return prisma.$transaction(async (transaction) => {
    if (!isAppCode(code)) {
      if (!(await takeRecoveryCode(transaction, account_id, typed))) return false;
      const entry = { accountId: account_id, by: account_id, source };
      await recordSecurityEvent(transaction, { ...entry, action: "recovery-code-used" });
      return true;
    }
    const where = { account_id, confirmed_at: { not: null } };
    const app = await transaction.authenticatorApp.findFirst({ where, select: { secret: true } });
    const secret = app && openAppSecret(app.secret, account_id, sessionSecret);
    const step = stepOfCode(secret ?? noSecret, typed, now);
    const last_step = (secret !== null && step) || noStep;
    // Of two uses of one code at once, the second finds its step used.
    const { count } = await transaction.authenticatorApp.updateMany({
      where: { ...where, last_step: { lt: last_step } },
      data: { last_step },
    });
    return count > 0;
  });
}
