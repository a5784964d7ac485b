/** The parts of a response that say whether the day is used up. */
interface LimitedAnswer {
  status: number;
  body: unknown;
  quota: { limit: number; remaining: number; reset: number } | null;
}

/**
 * Whether a response is the 429 of a used-up day (contract §3), which no retry can help. Other 429s, such as that of too
 * many new keys or accounts, have a limit or an end of their own; where these are the same, the words differ.
 */
export function isDayUsedUp(answer: LimitedAnswer | null): boolean {
  if (answer?.status !== 429 || !answer.quota) return false;
  const { limit, remaining, reset } = answer.quota;
  const body = answer.body as { limit?: unknown; reset?: unknown; message?: unknown } | null;
  const isOfRequests = String(body?.message).includes(" requests per day ");
  return remaining === 0 && body?.limit === limit && body.reset === reset && isOfRequests;
}

/** Whether the day is that of an address, and not of a key or an account. */
export function isPublicDayUsedUp(answer: LimitedAnswer | null): boolean {
  const body = answer?.body as { message?: unknown } | null | undefined;
  return isDayUsedUp(answer) && String(body?.message).startsWith("The public limit");
}

/**
 * A page of a signed-in person is refused with 401, or, as nothing else can bring it there, counted on an address that
 * has no requests left.
 */
export function isOfEndedSession(answer: LimitedAnswer): boolean {
  if (answer.status === 401) return true;
  const path = typeof location === "undefined" ? "" : location.pathname;
  return isPublicDayUsedUp(answer) && /^\/(dashboard|developers)(\/|$)/.test(path);
}

/** Shown when the session has ended. */
export const sessionEndedMessage = "Your session has ended.";

/** Why nothing is answered; null when the day is not used up. */
export function usedUpMessage(answer: LimitedAnswer): string | null {
  if (!isDayUsedUp(answer) || !answer.quota) return null;
  return isOfEndedSession(answer) ? sessionEndedMessage : dayUsedUpMessage(answer.quota.reset, Date.now());
}

/** @param now milliseconds since 1970. */
export function dayUsedUpMessage(reset: number, now: number): string {
  return `You’ve used today’s requests. Limits reset at midnight UTC, ${timeUntil(reset, now)}.`;
}

/** How long it is until `reset`, in Unix seconds: `in 4 h`, `in 12 min`. @param now milliseconds since 1970. */
export function timeUntil(reset: number, now: number): string {
  const minutes = Math.max(1, Math.ceil((reset * 1000 - now) / 60_000));
  return minutes < 60 ? `in ${minutes} min` : `in ${Math.round(minutes / 60)} h`;
}

/** The three headers of a response; null when it has none. */
export function quotaFigures(headers: Headers): LimitedAnswer["quota"] {
  const [limit, remaining, reset] = ["Limit", "Remaining", "Reset"].map((name) => headers.get(`X-RateLimit-${name}`));
  return limit && remaining && reset
    ? { limit: Number(limit), remaining: Number(remaining), reset: Number(reset) }
    : null;
}
