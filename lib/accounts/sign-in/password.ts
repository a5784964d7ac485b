import "server-only";
import { randomBytes, randomInt, scrypt, timingSafeEqual, type ScryptOptions } from "node:crypto";
import { processSingleton } from "../../core/process-singleton.ts";
import { HashingQueue, type HashOptions } from "./hashing-queue.ts";

/**
 * One of OWASP's recommended settings for scrypt: the one with the least memory (16 MiB), because many may sign in at
 * once.
 */
const defaultWork = { N: 2 ** 14, r: 8, p: 5 };
const [saltBytes, hashBytes] = [16, 32];

const queue = processSingleton("hashing", () => new HashingQueue());

/**
 * Hashes a password as `scrypt$N$r$p$salt$hash`. Hashes with other costs stay valid when `defaultWork` changes.
 *
 * @param address the client's address; networks take turns. @throws AppError 503 when too many are waiting.
 */
export async function hashPassword(password: string, address: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await queue.run(address, () => derive(password, salt, defaultWork));
  return [
    "scrypt",
    defaultWork.N,
    defaultWork.r,
    defaultWork.p,
    salt.toString("base64url"),
    hash.toString("base64url"),
  ].join("$");
}

/**
 * @param stored null for an account without a password and for no account; the check takes as long and fails.
 * @param address as for `hashPassword`. @throws AppError 503 when too many are waiting.
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  address: string,
  options: Partial<HashOptions> = {},
): Promise<boolean> {
  const [, N, r, p, salt = "", hash = ""] = (stored ?? dummyHash).split("$");
  const expected = Buffer.from(hash, "base64url");
  const work = { N: Number(N), r: Number(r), p: Number(p) };
  const given = await queue.run(address, () => derive(password, Buffer.from(salt, "base64url"), work), options);
  return given.length === expected.length && timingSafeEqual(given, expected) && stored !== null;
}

const dummyHash = [
  "scrypt",
  defaultWork.N,
  defaultWork.r,
  defaultWork.p,
  Buffer.alloc(saltBytes).toString("base64url"),
  Buffer.alloc(hashBytes).toString("base64url"),
].join("$");

const letters = "abcdefghijkmnpqrstuvwxyz23456789";

/** A password for the console: five groups of unambiguous letters, 125 bits. */
export function generatePassword(): string {
  return generateGroups(5, 5);
}

/** Random groups of unambiguous letters, of five bits each. */
export function generateGroups(count: number, length: number): string {
  const group = () => Array.from({ length }, () => letters[randomInt(letters.length)]).join("");
  return Array.from({ length: count }, group).join("-");
}

function derive(
  password: string,
  salt: Buffer,
  { N, r, p }: Required<Pick<ScryptOptions, "N" | "r" | "p">>,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Keyboards differ in how they encode the same letters.
    scrypt(password.normalize("NFKC"), salt, hashBytes, { N, r, p, maxmem: 256 * N * r }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });
}
