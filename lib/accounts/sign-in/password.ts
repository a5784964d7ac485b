import "server-only";
import { randomBytes, randomInt, scrypt, timingSafeEqual } from "node:crypto";
import { processSingleton } from "../../core/process-singleton.ts";
import { AppError } from "../../core/errors.ts";
import { ConcurrencyLimit } from "../../core/concurrency-limit.ts";
import { networkOf } from "../../core/fair-turns.ts";

/** OWASP's recommended settings for scrypt with the least memory (16 MiB), because many may sign in at once. */
export const recommendedCosts = { N: 2 ** 14, r: 8, p: 5 };
/** What a new hash costs, and a check without one. Tests have set their own before this module is loaded. */
export const passwordCosts = processSingleton("password-costs", () => ({ ...recommendedCosts }));
const [saltBytes, hashBytes] = [16, 32];

/** `scrypt$N$r$p$salt$hash`; other costs stay valid. @param address networks take turns. @throws AppError 503 when too many wait. */
export async function hashPassword(password: string, address: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const costs = { ...passwordCosts };
  return stored(costs, salt, await hashingQueue.run(address, () => derive(password, salt, costs)));
}

function stored({ N, r, p }: typeof recommendedCosts, salt: Buffer, hash: Buffer): string {
  return ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/** @param known the stored hash; null: the check takes as long, and fails. @throws AppError 503 when too many are waiting. */
export async function verifyPassword(
  password: string,
  known: string | null,
  address: string,
  options: Partial<HashOptions> = {},
): Promise<boolean> {
  const [, N, r, p, salt = "", hash = ""] = (known ?? dummyHash()).split("$");
  const expected = Buffer.from(hash, "base64url");
  const work = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await hashingQueue.run(
    address,
    () => derive(password, Buffer.from(salt, "base64url"), work),
    options,
  );
  return derived.length === expected.length && timingSafeEqual(derived, expected) && known !== null;
}

const dummyHash = () => stored(passwordCosts, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));

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

function derive(password: string, salt: Buffer, { N, r, p }: typeof recommendedCosts): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Keyboards differ in how they encode the same letters.
    scrypt(password.normalize("NFKC"), salt, hashBytes, { N, r, p, maxmem: 256 * N * r }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });
}

const message = "Too many passwords are being checked. Try again in a few seconds.";

/** Of Node's four threads one stays free. At eight hashes a second, the last of 40 waits five seconds. */
const bounds = {
  inFlight: 3,
  inFlightPerCaller: 3,
  // So that no network takes every thread.
  inFlightPerGroup: 1,
  reserved: 1,
  waiting: 40,
  windowMilliseconds: 15 * 60_000,
  startsPerTurn: 3,
  message,
};

export interface HashOptions {
  /** The account that this browser signed in to before (`device-cookie.ts`); null for a stranger. It waits and counts apart. */
  knownAccount: string | null;
  /** Whether the caller is known to have disconnected; nothing is hashed for it then. */
  isGone: () => boolean;
}

/** Decides who hashes next: of the strangers the network, and of the known browsers the account, with the fewest attempts. */
class HashingQueue {
  readonly #limit = new ConcurrencyLimit(bounds);

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#limit.figures.waiting;
  }

  /** @throws AppError 503, without calling `hash`, when others go first and too many wait, or the caller is gone. */
  run<Value>(
    address: string,
    hash: () => Promise<Value>,
    { knownAccount = null, isGone = () => false }: Partial<HashOptions> = {},
  ): Promise<Value> {
    const isKnown = knownAccount !== null;
    const group = isKnown ? `account ${knownAccount}` : networkOf(address);
    return this.#limit.run({ group, address, isKnown }, isGone, hash);
  }
}

export const hashingQueue = processSingleton("hashing", () => new HashingQueue());

/** The 503 when a password can't be checked now; it reveals nothing about the password. */
export function tooBusy(): AppError {
  return new AppError("unavailable", { message, headers: { "Retry-After": "2" } });
}
