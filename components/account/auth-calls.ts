/** next-auth as the sign-in pages call it: by fetch, from their own origin. */

/** Many wrong passwords for an account slow its owner down, too, by up to 30 seconds (contract §7). */
const patienceMilliseconds = 60_000;

const thatDidNotWork = "That did not work. Try again.";

const words: Record<string, string> = {
  CredentialsSignin: "The email address or the password is wrong, or there were too many tries.",
  AccessDenied: "This account is blocked. Ask whoever runs this service.",
  unavailable: "The database can’t be reached at the moment. Try again in a few seconds.",
  NoAddress: "The provider gave no email address, and an account needs one.",
  OAuthAccountNotLinked:
    "An account with this email address already exists, and the provider does not vouch that the address is yours. Sign in as you did before.",
};

/** What an error that next-auth names in an address means to the person who reads it. */
export function wordsFor(error: string | undefined): string | null {
  if (error === undefined || error === "") return null;
  return words[error] ?? thatDidNotWork;
}

/**
 * Signs in, starts doing so at a provider, or signs out: whatever next-auth calls `action`.
 *
 * @returns where to go next; or what went wrong.
 */
export async function callNextAuth(
  action: string,
  fields: Record<string, string>,
): Promise<{ url: string } | { problem: string }> {
  try {
    const { csrfToken } = (await (await send("/api/auth/csrf")).json()) as { csrfToken: string };
    const body = new URLSearchParams({ ...fields, csrfToken, json: "true" });
    const { url, message } = (await (await send(`/api/auth/${action}`, { method: "POST", body })).json()) as {
      url?: string;
      message?: string;
    };
    // Where next-auth had no word in it.
    if (url === undefined) return { problem: message ?? thatDidNotWork };
    const problem = wordsFor(new URL(url, location.href).searchParams.get("error") ?? undefined);
    return problem === null ? { url } : { problem };
  } catch {
    return { problem: "The service can’t be reached. Try again in a moment." };
  }
}

function send(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(path, { ...init, cache: "no-store", signal: AbortSignal.timeout(patienceMilliseconds) });
}
