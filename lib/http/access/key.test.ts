import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { hashKey, isWellFormedKey, generateKey } from "./key.ts";

/** From thirty-two bytes of 0 and of 255; another program computed the checksums. */
const knownKeys = [`tl_live_${"0".repeat(43)}1p6uZm`, "tl_live_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp13f9Xg2"];

describe("a key", () => {
  test("is its prefix, 43 digits of secret and 6 of checksum, with the matching hash and shown prefix", () => {
    const { secret, hash, prefix } = generateKey();

    expect(secret).toMatch(/^tl_live_[0-9A-Za-z]{49}$/);
    expect(isWellFormedKey(secret)).toBe(true);
    expect(prefix).toBe(secret.slice(0, 12));
    expect(hash).toBe(createHash("sha256").update(secret).digest("hex"));
    expect(hash).toBe(hashKey(secret));
  });

  test("is never generated twice, and uses the whole alphabet in every position", () => {
    const secrets = Array.from({ length: 1000 }, () => generateKey().secret);

    expect(new Set(secrets).size).toBe(1000);
    expect(secrets.filter((secret) => !isWellFormedKey(secret))).toEqual([]);
    for (let index = 8; index < 51; index += 1) {
      expect(new Set(secrets.map((secret) => secret[index])).size).toBeGreaterThan(50);
    }
  });

  test.each(knownKeys)("with a known checksum (%s) is well formed", (key) => {
    expect(isWellFormedKey(key)).toBe(true);
  });

  test("with one changed character or two swapped neighbours is not well formed", () => {
    const { secret } = generateKey();
    for (let at = 0; at < secret.length; at += 1) {
      const other = secret[at] === "x" ? "y" : "x";
      expect(isWellFormedKey(secret.slice(0, at) + other + secret.slice(at + 1))).toBe(false);
      const [here = "", next = ""] = secret.slice(at, at + 2);
      if (next === "" || here === next) continue;
      expect(isWellFormedKey(secret.slice(0, at) + next + here + secret.slice(at + 2))).toBe(false);
    }
  });

  test.each([
    ["nothing", () => ""],
    ["the right check of nothing", () => "000000"],
    ["a shorter one", (key: string) => key.slice(0, -1)],
    ["a longer one", (key: string) => `${key}0`],
    ["a line after it", (key: string) => `${key}\n`],
    ["another mark", (key: string) => key.replace("tl_live_", "tl_test_")],
    ["its mark in capitals", (key: string) => key.replace("tl_live_", "TL_LIVE_")],
    ["a hyphen in it", (key: string) => `${key.slice(0, 20)}-${key.slice(21)}`],
    ["its hash", (key: string) => hashKey(key)],
  ])("that is %s is not well formed", (_, change) => {
    expect(isWellFormedKey(change(generateKey().secret))).toBe(false);
  });
});
