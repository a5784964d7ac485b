import { randomBytes, scryptSync } from "node:crypto";

const [N, r, p] = [16, 8, 1];

/**
 * A hash in the format of `hashPassword` that costs a five-thousandth of the time; checking a usual one takes a
 * quarter of a second.
 */
export function hashFast(password: string): string {
  const salt = randomBytes(16);
  const hash = scryptSync(password.normalize("NFKC"), salt, 32, { N, r, p });
  return ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}
