import "server-only";
import { createHash, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { generateGroups } from "../sign-in/password.ts";
import type { Prisma } from "../../db/generated/client.ts";
import { recoveryCodeCount } from "./terms.browser.ts";

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
