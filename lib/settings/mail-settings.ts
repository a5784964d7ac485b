import "server-only";
import { emailAddress } from "../accounts/schema.browser.ts";

/** Whom letters are from. With an empty name: the address alone. */
export type MailSender = NonNullable<ReturnType<typeof parseMailSender>>;

/** The origin of links. It is never the `Host` of a request: a stranger could have a link to their own site mailed. */
export function letterOrigin({ NEXTAUTH_URL, PORT }: { NEXTAUTH_URL?: string | undefined; PORT: number }): string {
  return NEXTAUTH_URL === undefined ? `http://localhost:${PORT}` : new URL(NEXTAUTH_URL).origin;
}

/** Reads `listings@example.com` or `Theatre Listings <listings@example.com>`; null when it is neither. */
export function parseMailSender(word: string) {
  const [, name = "", inBrackets] = /^\s*"?([^<>"\p{Cc}]*)"?\s*<([^<>]+)>\s*$/u.exec(word) ?? [];
  const address = emailAddress.safeParse(inBrackets ?? word).data;
  return address === undefined ? null : { name: name.trim(), address };
}

/** Whether the URL has only what is used: scheme, user, password, host and port. */
export function isBareSmtpUrl({ pathname, search, hash, username, password }: URL): boolean {
  const isBare = (pathname === "" || pathname === "/") && search === "" && hash === "";
  return isBare && (username !== "" || password === "") && canDecode(username) && canDecode(password);
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
