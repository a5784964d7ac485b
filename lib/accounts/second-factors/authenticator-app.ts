import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

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

/**
 * The time step that a code belongs to: the number of half minutes since 1970.
 *
 * @param now milliseconds since 1970. @returns null for a code of none of the three steps around `now`.
 */
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
