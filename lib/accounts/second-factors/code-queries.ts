import "server-only";
import { createHash, scrypt } from "node:crypto";
import { promisify } from "node:util";
import type { RequestSource } from "../security-log/source.ts";
import type { PrismaClient, Prisma } from "../../db/generated/client.ts";
import { recordSecurityEvent } from "../security-log/queries.ts";
import { newAppSecret, openAppSecret, stepOfCode } from "./authenticator-app.ts";
import { generateGroups } from "../sign-in/password.ts";
import { recoveryCodeCount } from "./terms.browser.ts";

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

/** Replaces the recovery codes of an account. @returns the new ones, which are known only now. */
export async function replaceRecoveryCodes(
  transaction: Prisma.TransactionClient,
  account_id: string,
): Promise<string[]> {
  await transaction.recoveryCode.deleteMany({ where: { account_id } });
  const codes = Array.from({ length: recoveryCodeCount }, () => generateGroups(3, 4));
  const data = codes.map(async (code) => ({ account_id, hash: await hashOf(normalized(code), account_id) }));
  await transaction.recoveryCode.createMany({ data: await Promise.all(data) });
  return codes;
}

/** Uses a code up. Of two uses at once, one deletes the row. */
export async function takeRecoveryCode(
  transaction: Prisma.TransactionClient,
  account_id: string,
  code: string,
): Promise<boolean> {
  const typed = normalized(code);
  const hashes = [await hashOf(typed, account_id), longHashOf(typed)];
  const { count } = await transaction.recoveryCode.deleteMany({ where: { account_id, hash: { in: hashes } } });
  return count > 0;
}

/** People may leave out hyphens, and keyboards write capitals. */
function normalized(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, "");
}

const derive = promisify<string, string, number, object, Buffer>(scrypt);

/** Salted and slow, because 60 random bits alone could be found from a copy of the database. */
async function hashOf(typed: string, accountId: string): Promise<string> {
  return (await derive(typed, accountId, 32, { N: 2 ** 12, r: 8, p: 1 })).toString("hex");
}

/** Of codes made before 27 November 2026, which have 125 random bits. */
function longHashOf(typed: string): string {
  return createHash("sha256").update(typed).digest("hex");
}
