const london = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" });

/** The day that it is in London at a moment, as `YYYY-MM-DD`: listings follow that calendar. */
export function dayInLondon(milliseconds: number): string {
  return london.format(milliseconds);
}
