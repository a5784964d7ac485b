/** The lifetime of a new key. */
export const expiryTerms = [
  { value: "never", label: "Never", days: null },
  { value: "month", label: "In 30 days", days: 30 },
  { value: "quarter", label: "In 90 days", days: 90 },
  { value: "year", label: "In a year", days: 365 },
  { value: "day", label: "Custom date", days: null },
];

const dayMilliseconds = 86_400_000;

/**
 * @param day `YYYY-MM-DD`, only for a custom date: the key expires at its end in the reader's time zone.
 * @returns an ISO 8601 time in UTC, which may be past; null for never; an invalid day unchanged.
 */
export function expiryOf(term: string, day: string, now: number): string | null {
  if (term === "day") {
    const end = new Date(`${day}T23:59:59.999`);
    return Number.isNaN(end.getTime()) ? day : end.toISOString();
  }
  const days = expiryTerms.find(({ value }) => value === term)?.days ?? null;
  return days === null ? null : new Date(now + days * dayMilliseconds).toISOString();
}
