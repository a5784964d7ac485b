import "server-only";
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

const cookieName = "theatre-device";
const maxAccounts = 5;
const maxAgeSeconds = 365 * 24 * 3600;
const [idBytes, markBytes] = [16, 16];
const format = new RegExp(
  `(?:^|;)\\s*${cookieName}=([\\w-]{22})\\.([\\w-]{22})((?:\\.[\\w-]{22}){1,${maxAccounts}})\\s*(?:;|$)`,
);

/** What a mark depends on. A new password, which has a new salt, ends the marks of the old one. */
export interface MarkedAccount {
  id: string;
  /** The stored hash; null for an account that only signs in at providers, and for no account. */
  password: string | null;
}

/**
 * The cookie that says which accounts a browser signed in to with a password. It signs no one in: it lets an owner sign
 * in while others try passwords (contract §7; OWASP's "Slow Down Online Guessing Attacks with Device Cookies"). Its value
 * is `id.seal.mark.mark…`: a random id, its seal, which shows before any look-up that the cookie is ours, and for each
 * account, the latest first, an HMAC-SHA-256 over id, account and stored password, cut to 128 bits. It names no account.
 */
export class DeviceCookie {
  readonly id: string;
  #marks: readonly string[];
  #isNew = false;
  readonly #key: Buffer;

  /** @param sent the request's `Cookie` header; without a usable device cookie the browser gets a new id. */
  constructor(sent: string | undefined, sessionSecret: string) {
    // RFC 5869; the label keeps this key apart from those that next-auth derives.
    this.#key = Buffer.from(hkdfSync("sha256", sessionSecret, "", "theatre-listings device cookie", 32));
    const [, id = "", seal = "", marks = ""] = format.exec(sent ?? "") ?? [];
    const isOurs = id !== "" && timingSafeEqual(Buffer.from(seal), Buffer.from(this.#code([id])));
    this.id = isOurs ? id : randomBytes(idBytes).toString("base64url");
    this.#marks = isOurs ? marks.split(".").slice(1) : [];
  }

  /** Whether this browser has signed in to any account before. */
  get hasMarks(): boolean {
    return this.#marks.length > 0;
  }

  /** Whether the browser has signed in to this account with its present password. */
  hasSignedInTo(account: MarkedAccount): boolean {
    const mark = Buffer.from(this.#markOf(account));
    return this.#marks.some((sentMark) => timingSafeEqual(Buffer.from(sentMark), mark)) && account.password !== null;
  }

  /** Adds an account that the browser has just signed in to with its password. */
  remember(account: MarkedAccount): void {
    const mark = this.#markOf(account);
    this.#marks = [mark, ...this.#marks.filter((other) => other !== mark)].slice(0, maxAccounts);
    this.#isNew = true;
  }

  /** The `Set-Cookie` header; null without a new sign-in. @param isSecure whether the client uses HTTPS. */
  header(isSecure: boolean): string | null {
    if (!this.#isNew) return null;
    const attributes = `Max-Age=${maxAgeSeconds}; Path=/api/auth; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
    return `${cookieName}=${[this.id, this.#code([this.id]), ...this.#marks].join(".")}; ${attributes}`;
  }

  #markOf({ id, password }: MarkedAccount): string {
    return this.#code([this.id, id, password]);
  }

  #code(parts: readonly (string | null)[]): string {
    const mac = createHmac("sha256", this.#key).update(JSON.stringify(parts)).digest();
    return mac.subarray(0, markBytes).toString("base64url");
  }
}
