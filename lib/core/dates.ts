const london = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" });

const hourMilliseconds = 3_600_000;
let last = { hour: NaN, day: "" };

/** The London day of a moment, as `YYYY-MM-DD`: listings follow that calendar. */
export function dayInLondon(milliseconds: number): string {
  // London's clock is whole hours from UTC, so an hour is of one day. Formatting takes as long as the rest of a read.
  const hour = Math.floor(milliseconds / hourMilliseconds);
  if (hour !== last.hour) last = { hour, day: london.format(milliseconds) };
  return last.day;
}

/** A later day of the calendar, or an earlier one, `YYYY-MM-DD`. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The moment at which a London day, `YYYY-MM-DD`, begins. */
export function startOfLondonDay(day: string): Date {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const summer = utc - 3_600_000;
  return new Date(dayInLondon(summer) === day ? summer : utc);
}

/** The number of days from one day to another, both `YYYY-MM-DD`. */
export function daysBetween(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / 86_400_000;
}
