const london = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" });

/** The London day of a moment, as `YYYY-MM-DD`: listings follow that calendar. */
export function dayInLondon(milliseconds: number): string {
  return london.format(milliseconds);
}
