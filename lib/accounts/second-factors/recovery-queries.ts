import "server-only";
import { createHash } from "node:crypto";
import { generatePassword } from "../sign-in/password.ts";
import type { Prisma } from "../../db/generated/client.ts";
import { recoveryCodeCount } from "./terms.browser.ts";

/** Replaces the recovery codes of an account. @returns the new ones, which are known only now. */
export async function replaceRecoveryCodes(
  transaction: Prisma.TransactionClient,
  account_id: string,
): Promise<string[]> {
  await transaction.recoveryCode.deleteMany({ where: { account_id } });
  const codes = Array.from({ length: recoveryCodeCount }, generatePassword);
  await transaction.recoveryCode.createMany({ data: codes.map((code) => ({ account_id, hash: hashOf(code) })) });
  return codes;
}

/** Uses a code up. Of two uses at once, one deletes the row. */
export async function takeRecoveryCode(
  transaction: Prisma.TransactionClient,
  account_id: string,
  code: string,
): Promise<boolean> {
  const { count } = await transaction.recoveryCode.deleteMany({ where: { account_id, hash: hashOf(code) } });
  return count > 0;
}

/** A fast hash is enough for 125 random bits. People may leave out hyphens, and keyboards write capitals. */
function hashOf(code: string): string {
  return createHash("sha256").update(code.toLowerCase().replaceAll(/[\s-]/g, "")).digest("hex");
}
