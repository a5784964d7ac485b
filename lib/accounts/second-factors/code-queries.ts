import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, createHash, scrypt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { promisify } from "node:util";
import { recordSecurityEvent } from "../security-log/security-log-queries.ts";
import type { RequestSource } from "../../core/client-address.ts";
import type { PrismaClient } from "../../db/generated/client.ts";
import type { Transaction } from "../../db/database.ts";
import { generateGroups } from "../sign-in/password.ts";
import { recoveryCodeCount } from "./terms.browser.ts";

/** Codes of an authenticator app (RFC 6238), and its secret as the database stores it (contract §23). */

const periodSeconds = 30;
/** Also the code before and the one after: clocks of phones are a little off. */
const window = 1;
/** RFC 4226 §4 recommends 160 bits. */
const secretBytes = 20;
const [nonceBytes, tagBytes] = [12, 16];
const algorithm = "aes-256-gcm";
const issuer = "Theatre Listings";

/** A new secret, in base32. */
export function newAppSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** What an app scans. @param email names the account in the app. */
export function appUri(secret: string, email: string): string {
  return totp(secret, email).toString();
}

/** The half minutes since 1970 that a code belongs to; null for none of the three around `now` (milliseconds since 1970). */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const delta = totp(secret).validate({ token: code, timestamp: now, window });
  return delta === null ? null : Math.floor(now / 1000 / periodSeconds) + delta;
}

function totp(secret: string, label = "") {
  return new TOTP({
    issuer,
    label,
    algorithm: "SHA1",
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  });
}

/** Encrypts a secret for one account: in another account's row it can't be read. */
export function sealAppSecret(secret: string, accountId: string, sessionSecret: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOf(sessionSecret), nonce).setAAD(Buffer.from(accountId));
  const sealed = Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return sealed.toString("base64url");
}

/** @returns null when it was encrypted with another secret of the service, or for another account. */
export function openAppSecret(stored: string, accountId: string, sessionSecret: string): string | null {
  const sealed = Buffer.from(stored, "base64url");
  if (sealed.length <= nonceBytes + tagBytes) return null;
  const decipher = createDecipheriv(algorithm, keyOf(sessionSecret), sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(accountId)).setAuthTag(sealed.subarray(-tagBytes));
  try {
    return decipher.update(sealed.subarray(nonceBytes, -tagBytes)).toString("utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

/** RFC 5869; the label keeps this key apart from the others that are derived from the same secret. */
function keyOf(sessionSecret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", sessionSecret, "", "theatre-listings authenticator app", 32));
}

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

/** Uses up a code of the app at sign-in. A wrong one causes the same statements as a right one. */
export function takeAppCode(prisma: PrismaClient, use: CodeUse): Promise<boolean> {
  const { accountId: account_id, code, sessionSecret, now } = use;
  return prisma.$transaction(async (transaction) => {
    const where = { account_id, confirmed_at: { not: null } };
    const app = await transaction.authenticatorApp.findFirst({ where, select: { secret: true } });
    const secret = app && openAppSecret(app.secret, account_id, sessionSecret);
    const step = stepOfCode(secret ?? noSecret, code.replaceAll(/\s/g, ""), now);
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
export async function replaceRecoveryCodes(transaction: Transaction, account_id: string): Promise<string[]> {
  await transaction.recoveryCode.deleteMany({ where: { account_id } });
  const codes = Array.from({ length: recoveryCodeCount }, () => generateGroups(3, 4));
  const data = codes.map(async (code) => ({ account_id, hash: await hashOf(normalized(code), account_id) }));
  await transaction.recoveryCode.createMany({ data: await Promise.all(data) });
  return codes;
}

/** Uses up a recovery code at sign-in. Of two uses at once, one deletes the row. */
export function takeRecoveryCode(prisma: PrismaClient, { accountId, code, source }: CodeUse): Promise<boolean> {
  return prisma.$transaction(async (transaction) => {
    const typed = normalized(code);
    const where = { account_id: accountId, hash: { in: [await hashOf(typed, accountId), longHashOf(typed)] } };
    const { count } = await transaction.recoveryCode.deleteMany({ where });
    if (count > 0) await recordSecurityEvent(transaction, { accountId, action: "recovery-code-used", source });
    return count > 0;
  });
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
