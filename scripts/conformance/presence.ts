/*
 * Who is in it on which day (contract §13), defined independently of the service, whose own definition is under test: it
 * counts days, where the service compares text.
 */

export interface DatedEngagement {
  from: string | null;
  to: string | null;
  ended: boolean;
}

/** A production with the first preview of its details. */
export interface DatedRun {
  opening_date: string;
  closing_date: string | null;
  first_preview: string | null;
}

const millisecondsOfDay = 86_400_000;

/** Days since 1970. */
function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / millisecondsOfDay;
}

/** The first and the last day that a partial date can mean. */
function daysOf(partial: string): [first: number, last: number] {
  const [year = 0, month, day] = partial.split("-").map(Number);
  if (day !== undefined) return [dayOf(partial), dayOf(partial)];
  const end = month === undefined ? Date.UTC(year + 1, 0, 1) : Date.UTC(year, month, 1);
  return [dayOf(month === undefined ? `${partial}-01-01` : `${partial}-01`), end / millisecondsOfDay - 1];
}

/** Whether a production runs on a day, `YYYY-MM-DD`. */
export function runsOn(date: string, { opening_date, closing_date, first_preview }: DatedRun): boolean {
  const day = dayOf(date);
  return dayOf(first_preview ?? opening_date) <= day && (closing_date === null || day <= dayOf(closing_date));
}

/** The days from one date to another. */
export function daysFrom(date: string, last: string): number {
  return dayOf(last) - dayOf(date);
}

/** Whether someone with these engagements is in it on a day. */
export function presenceOf(
  date: string,
  engagements: readonly DatedEngagement[],
  run: DatedRun,
  today: string,
): "out" | "possible" | "certain" {
  if (!runsOn(date, run)) return "out";
  if (engagements.length === 0) return "possible";
  const day = dayOf(date);
  const found = engagements.map(({ from, to, ended }) => {
    const [earliestBeginning, latestBeginning] =
      from === null ? [dayOf(run.first_preview ?? run.opening_date), Infinity] : daysOf(from);
    const openEnd = ended
      ? [earliestBeginning, dayOf(today) - 1]
      : [dayOf(today), run.closing_date === null ? Infinity : dayOf(run.closing_date)];
    const [earliestEnd = 0, latestEnd = 0] = to === null ? openEnd : daysOf(to);
    if (day < earliestBeginning || latestEnd < day) return "out";
    return latestBeginning <= day && day <= earliestEnd ? "certain" : "possible";
  });
  return (["certain", "possible"] as const).find((one) => found.includes(one)) ?? "out";
}
