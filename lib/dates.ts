const london = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" });

/** The London day of a moment, as `YYYY-MM-DD`: listings follow that calendar. */
export function dayInLondon(milliseconds: number): string {
  return london.format(milliseconds);
}

/** The number of days from one day to another, both `YYYY-MM-DD`. */
export function daysBetween(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / 86_400_000;
}
