import "server-only";
import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const mark = "tl_live_";
const secretBytes = 32;
const secretDigits = 43;
const checkDigits = 6;
const shownCharacters = 12;
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const shape = new RegExp(`^${mark}[0-9A-Za-z]{${secretDigits + checkDigits}}$`);

/** A key as the database has it. Times are milliseconds since 1970. */
export interface StoredKey {
  id: string;
  hash: string;
  accountId: string;
  dailyLimit: number | null;
  lastUsedAt: number | null;
  /** The key works until this moment; null: without an end. */
  worksUntil: number | null;
  /** Why it stops or has stopped working, for its owner. */
  isBlocked: boolean;
  revokedAt: number | null;
  expiresAt: number | null;
  /** The key whose count its requests are on; see `countedKey`. */
  countsAs: string;
  /** The version of the keys when it was read. */
  version: number;
}

/** A prefix, 32 random bytes and a checksum, for scanners and typing errors (contract §6). `secret` is stored nowhere. */
export function generateKey() {
  const body = mark + base62(BigInt(`0x${randomBytes(secretBytes).toString("hex")}`), secretDigits);
  const secret = body + checkOf(body);
  return { secret, hash: hashKey(secret), prefix: secret.slice(0, shownCharacters) };
}

/** Whether a text has the form of a key; needs no look-up. */
export function isWellFormedKey(text: string): boolean {
  return shape.test(text) && checkOf(text.slice(0, -checkDigits)) === text.slice(-checkDigits);
}

/** SHA-256 in hexadecimal: fast, which is right for 32 random bytes, and would be wrong for a password. */
export function hashKey(secret: string): string {
  return hash("sha256", secret);
}

function checkOf(body: string): string {
  return base62(BigInt(crc32(body)), checkDigits);
}

function base62(value: bigint, digits: number): string {
  let text = "";
  for (let rest = value; rest > 0n; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text;
  return text.padStart(digits, "0");
}

const subjectPrefix = "key:";

/** The key whose count a key's requests are on: the first of its chain of rotations (contract §6). */
export function countedKey({ id, counts_as }: { id: string; counts_as: string | null }): string {
  return counts_as ?? id;
}

/** The subject of a count. @param keyId see `countedKey`. */
export function countSubject(keyId: string): string {
  return `${subjectPrefix}${keyId}`;
}

/** The key of such a subject. */
export function keyOfSubject(subject: string): string {
  return subject.slice(subjectPrefix.length);
}
