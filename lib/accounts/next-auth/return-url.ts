import "server-only";

/** An address goes into headers, encoded, and proxies refuse answers with long heads. */
const maxEncodedCharacters = 900;

/** Whether next-auth can parse the address to go to after sign-in. Whether it is allowed is checked later. */
export function isUsableUrl(text: string): boolean {
  if (encodeURIComponent(text.toWellFormed()).length > maxEncodedCharacters) return false;
  if (text === "" || text.startsWith("/")) return true;
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
