import "server-only";

/** An address goes into headers, encoded, and proxies refuse answers with long heads. */
const maxEncodedCharacters = 900;

/** Whether next-auth can parse the address to go to after sign-in. Whether it is allowed is checked later. */
export function isUsableUrl(text: string): boolean {
  if (encodeURIComponent(text.toWellFormed()).length > maxEncodedCharacters) return false;
  if (text === "" || text.startsWith("/")) return true;
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** next-auth keeps that address in a cookie, and responds to every request with 500 when the cookie is malformed. */
export function withoutUnusableReturnUrl(cookies: string): string {
  const kept = cookies.split(";").filter((pair) => {
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    if (!/next-auth\.callback-url$/.test(name.trim())) return true;
    const returnUrl = decoded(value.trim());
    return returnUrl !== null && isUsableUrl(returnUrl);
  });
  return kept.join(";");
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
