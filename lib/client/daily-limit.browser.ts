/** The parts of a response that say whether the day is used up. */
interface LimitedAnswer {
  status: number;
  body: unknown;
  quota: { limit: number; remaining: number; reset: number } | null;
}

/**
 * Whether a response is the 429 of a used-up day (contract §3), which no retry can help. Other 429s, such as that of too
 * many new keys, have a limit or an end of their own.
 */
export function isDayUsedUp(answer: LimitedAnswer | null): boolean {
  if (answer?.status !== 429 || !answer.quota) return false;
  const { limit, remaining, reset } = answer.quota;
  const said = answer.body as { limit?: unknown; reset?: unknown } | null;
  return remaining === 0 && said?.limit === limit && said.reset === reset;
}

/** @param now milliseconds since 1970. */
export function dayUsedUpMessage(reset: number, now: number): string {
  return `You’ve used today’s requests. Limits reset at midnight UTC, ${timeUntil(reset, now)}.`;
}

/**
 * How long it is until then: `in 4 h`, `in 12 min`.
 *
 * @param reset Unix time in seconds.
 * @param now milliseconds since 1970.
 */
export function timeUntil(reset: number, now: number): string {
  const minutes = Math.max(1, Math.ceil((reset * 1000 - now) / 60_000));
  return minutes < 60 ? `in ${minutes} min` : `in ${Math.round(minutes / 60)} h`;
}
