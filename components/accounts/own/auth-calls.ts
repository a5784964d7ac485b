/** Calls next-auth's endpoints by fetch, from the sign-in pages. */

/** After many wrong passwords even the owner's sign-in is delayed, by up to 30 seconds (contract §7). */
const timeoutMilliseconds = 60_000;

const thatDidNotWork = "Something went wrong. Try again.";
/** The password was right, and the account asks for a code. */
export const codeNeeded = "SecondFactorRequired";

const words: Record<string, string> = {
  [codeNeeded]: "This account asks for a code. Sign in with your email and password to enter it.",
  CredentialsSignin: "Wrong email or password, or too many attempts. Wait 15 minutes, then try again.",
  AccessDenied: "This account is blocked. Ask an administrator.",
  unavailable: "We can’t reach the database right now. Try again in a few seconds.",
  NoAddress: "The provider didn’t share an email address. An account needs one.",
  OAuthAccountNotLinked:
    "An account with this email address already exists, and the provider hasn’t verified that the address is yours. Sign in with your password instead.",
};

/** The text for an error code of next-auth. */
export function authErrorMessage(error: string | undefined): string | null {
  if (error === undefined || error === "") return null;
  return words[error] ?? thatDidNotWork;
}

export interface FailedCall {
  problem: string;
  /** Of next-auth, if it gave one. */
  code?: string | undefined;
  /** The second factors of the account whose password was right. */
  factors: readonly string[];
}

/** Calls next-auth's `action`, such as sign-in or sign-out. @returns the address to go to next, or the error. */
export async function callNextAuth(
  action: string,
  fields: Record<string, string>,
): Promise<{ url: string } | FailedCall> {
  try {
    const { csrfToken } = (await (await send("/api/auth/csrf")).json()) as { csrfToken: string };
    const body = new URLSearchParams({ ...fields, csrfToken, json: "true" });
    const answer = await send(`/api/auth/${action}`, { method: "POST", body });
    const { url, message } = (await answer.json()) as { url?: string; message?: string };
    const factors = answer.headers.get("X-Second-Factors")?.split(" ") ?? [];
    // A response that does not come from next-auth.
    if (url === undefined) return { problem: message ?? thatDidNotWork, factors };
    const code = new URL(url, location.href).searchParams.get("error") ?? undefined;
    const problem = authErrorMessage(code);
    return problem === null ? { url } : { problem, code, factors };
  } catch {
    return { problem: "Can’t reach the service. Try again in a moment.", factors: [] };
  }
}

function send(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(path, { ...init, cache: "no-store", signal: AbortSignal.timeout(timeoutMilliseconds) });
}

/** What follows `#` in a link. Browsers do not send it, so that it gets into no log. */
export function linkToken(): string {
  return location.hash.slice(1);
}
