import { scryptSync } from "node:crypto";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { hashFast } from "../../../test/fast-password-hash.ts";
import { hashPassword, verifyPassword, generatePassword } from "./password.ts";

const from = "192.0.2.1";

describe("a password", () => {
  test("is stored as scrypt with OWASP's costs, a salt and 32 bytes, and verifies", async () => {
    const stored = await hashPassword("correct horse", from);

    const [kind, N, r, p, salt = "", hash = ""] = stored.split("$");
    expect([kind, N, r, p]).toEqual(["scrypt", "16384", "8", "5"]);
    expect([Buffer.from(salt, "base64url").length, Buffer.from(hash, "base64url").length]).toEqual([16, 32]);
    const bare = scryptSync("correct horse", Buffer.from(salt, "base64url"), 32, { N: 16_384, r: 8, p: 5 });
    expect(hash).toBe(bare.toString("base64url"));
    expect([
      await verifyPassword("correct horse", stored, from),
      await verifyPassword("Correct horse", stored, from),
    ]).toEqual([true, false]);
  });

  test("has a new salt each time", async () => {
    const [one, other] = await Promise.all([hashPassword("correct horse", from), hashPassword("correct horse", from)]);
    expect(one.split("$")[4]).not.toBe(other.split("$")[4]);
  });

  test("stored with lower costs stays valid", async () => {
    const stored = hashFast("correct horse");
    expect([await verifyPassword("correct horse", stored, from), await verifyPassword("horse", stored, from)]).toEqual([
      true,
      false,
    ]);
  });

  test("stored with four times the memory is valid too", async () => {
    const [salt, work] = [Buffer.alloc(16, 7), { N: 65_536, r: 8, p: 1 }];
    const hash = scryptSync("correct horse", salt, 32, { ...work, maxmem: 256 * 1024 ** 2 });
    const stored = ["scrypt", work.N, work.r, work.p, salt.toString("base64url"), hash.toString("base64url")].join("$");
    expect(await verifyPassword("correct horse", stored, from)).toBe(true);
  });

  test("is the same in any Unicode form of its letters", async () => {
    const stored = hashFast("caf\u00e9 \ufb01n");
    expect(await verifyPassword("cafe\u0301 fin", stored, from)).toBe(true);
  });

  test("never matches an account without a password", async () => {
    for (const guess of ["", "\0".repeat(32), "correct horse"])
      expect(await verifyPassword(guess, null, from)).toBe(false);
  });

  test("never matches a truncated hash", async () => {
    const stored = hashFast("correct horse");
    expect(await verifyPassword("correct horse", stored.slice(0, -8), from)).toBe(false);
  });

  test("is checked correctly for many concurrent requests", async () => {
    const stored = hashFast("correct horse");
    const guesses = Array.from({ length: 20 }, (_, index) => (index % 3 === 0 ? "correct horse" : "horse"));

    const found = await Promise.all(guesses.map((guess, index) => verifyPassword(guess, stored, `192.0.2.${index}`)));

    expect(found).toEqual(guesses.map((guess) => guess === "correct horse"));
  });

  test("leaves threads free when many are checked: a file read does not wait", async () => {
    const done: string[] = [];

    const hashing = Array.from({ length: 4 }, () =>
      hashPassword("correct horse", from).then(() => done.push("password")),
    );
    await stat(tmpdir()).then(() => done.push("file"));
    await Promise.all(hashing);

    expect(done).toEqual(["file", "password", "password", "password", "password"]);
  });

  test("with an unreadable hash fails, and frees its place for the next", async () => {
    const stored = hashFast("correct horse");
    const broken = stored.replace("$16$", "$15$");

    const asked = await Promise.allSettled(
      [broken, broken, broken, stored].map((one) => verifyPassword("x", one, from)),
    );

    expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected", "fulfilled"]);
  });
});

test("a generated password has five groups of unambiguous letters, and differs each time", () => {
  const made = Array.from({ length: 200 }, generatePassword);

  for (const password of made) expect(password).toMatch(/^[a-km-np-z2-9]{5}(-[a-km-np-z2-9]{5}){4}$/);
  expect(new Set(made).size).toBe(200);
  expect(new Set(made.join("").replaceAll("-", "")).size).toBe(32);
});
