import { scryptSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashFast } from "../../../test/templates.ts";
import {
  hashingQueue,
  hashPassword,
  passwordCosts,
  recommendedCosts,
  verifyPassword,
  generatePassword,
} from "./password.ts";

const from = "192.0.2.1";
const withMoreMemory = () => {
  const [salt, costs] = [Buffer.alloc(16, 7), { N: 65_536, r: 8, p: 1 }];
  const hash = scryptSync("correct horse", salt, 32, { ...costs, maxmem: 256 * 1024 ** 2 });
  return ["scrypt", costs.N, costs.r, costs.p, salt.toString("base64url"), hash.toString("base64url")].join("$");
};

describe("a password", () => {
  const costsOfTests = { ...passwordCosts };
  beforeAll(() => void Object.assign(passwordCosts, recommendedCosts));
  afterAll(() => void Object.assign(passwordCosts, costsOfTests));

  test("is stored as scrypt with OWASP's costs, a new salt each time and 32 bytes, and verifies", async () => {
    const [stored, other] = await Promise.all([
      hashPassword("correct horse", from),
      hashPassword("correct horse", from),
    ]);

    const [kind, N, r, p, salt = "", hash = ""] = stored.split("$");
    expect([kind, N, r, p]).toEqual(["scrypt", "16384", "8", "5"]);
    expect([Buffer.from(salt, "base64url").length, Buffer.from(hash, "base64url").length]).toEqual([16, 32]);
    const bare = scryptSync("correct horse", Buffer.from(salt, "base64url"), 32, { N: 16_384, r: 8, p: 5 });
    expect(hash).toBe(bare.toString("base64url"));
    expect(other.split("$")[4]).not.toBe(salt);
    expect(await verifyPassword("correct horse", stored, from)).toBe(true);
  });

  test.each([
    ["with lower costs is valid", "correct horse", () => hashFast("correct horse"), true],
    ["with four times the memory is valid", "correct horse", withMoreMemory, true],
    ["does not match another", "Correct horse", () => hashFast("correct horse"), false],
    ["is the same in any Unicode form of its letters", "cafe\u0301 fin", () => hashFast("caf\u00e9 \ufb01n"), true],
    ["as a truncated hash never matches", "correct horse", () => hashFast("correct horse").slice(0, -8), false],
    ["nowhere never matches", "correct horse", () => null, false],
    ["nowhere never matches the bytes of no hash", "\0".repeat(32), () => null, false],
    ["nowhere never matches nothing", "", () => null, false],
  ])("stored %s", async (_how, guess, stored, expected) => {
    expect(await verifyPassword(guess, stored(), from)).toBe(expected);
  });

  test("is checked correctly beside others, and after those whose hash is unreadable", async () => {
    const stored = hashFast("correct horse");
    const broken = stored.replace("$16$", "$15$");
    const checks = [broken, stored, broken, broken, stored, stored].map((one, index) =>
      verifyPassword(index === 4 ? "horse" : "correct horse", one, `192.0.2.${index % 2}`),
    );

    const values = (await Promise.allSettled(checks)).map((found) =>
      found.status === "fulfilled" ? found.value : "fails",
    );
    expect(values).toEqual(["fails", true, "fails", "fails", false, true]);
  });

  test("leaves threads free when many are checked: three of Node's four hash at a time, one of them for known browsers", async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const started: string[] = [];
    const hash = (address: string, knownAccount: string | null = null) =>
      hashingQueue.run(address, () => (started.push(address), released), { knownAccount });
    const all = ["198.18.5.1", "198.18.6.1", "198.18.7.1"].map((address) => hash(address));
    all.push(hash("198.18.8.1", "an account"), hash("198.18.9.1", "another account"));
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));

    expect(started.toSorted()).toEqual(["198.18.5.1", "198.18.6.1", "198.18.8.1"]);
    expect(hashingQueue.waiting).toBe(2);
    release();
    await Promise.all(all);
    expect(started).toHaveLength(5);
  });
});

test("a generated password has five groups of unambiguous letters, and differs each time", () => {
  const made = Array.from({ length: 200 }, generatePassword);

  for (const password of made) expect(password).toMatch(/^[a-km-np-z2-9]{5}(-[a-km-np-z2-9]{5}){4}$/);
  expect(new Set(made).size).toBe(200);
  expect(new Set(made.join("").replaceAll("-", "")).size).toBe(32);
});
