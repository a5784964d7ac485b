import "server-only";
import { randomUUID } from "node:crypto";
import type { Prisma } from "../../db/generated/client.ts";
import { tellOwner } from "./queries.ts";
import { newPasswordText } from "./texts.ts";

/** Tells the owner of an account in the portal that its password was changed. The letter is written where it is changed. */
export function tellOfNewPassword(transaction: Prisma.TransactionClient, accountId: string): Promise<void> {
  const at = new Date();
  const text = newPasswordText(at);
  return tellOwner(transaction, null, {
    accountId,
    keyId: null,
    kind: "password-changed",
    occasion: randomUUID(),
    text,
    at,
  });
}
