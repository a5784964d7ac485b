/** With an announced end or without one. */
export const runTypes = ["open", "limited"] as const;

export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
/** What makes a performance accessible to more people. */
export const accessKinds = ["captioned", "audio-described", "bsl", "relaxed"] as const;
export type AccessKind = (typeof accessKinds)[number];

/** The year of a production within the label of an assignment: `, 2024`, and nothing where it is not known. */
export function yearOf({ opening_date }: Readonly<Record<string, unknown>>): string {
  return typeof opening_date === "string" ? `, ${opening_date.slice(0, 4)}` : "";
}

export type RunState = "running" | "upcoming" | "closed";

/** The headings of runs by their state, in the order of a page. */
export const runStateTitles: Readonly<Record<RunState, string>> = {
  running: "Running now",
  upcoming: "Upcoming",
  closed: "Past",
};

/** The status of a run on a day. Days are `YYYY-MM-DD`, so text comparison orders them by time. */
export function stateOfRun(run: { opening_date: string; closing_date: string | null }, day: string): RunState {
  if (run.opening_date > day) return "upcoming";
  return run.closing_date !== null && run.closing_date < day ? "closed" : "running";
}

const dayMilliseconds = 86_400_000;
const soonDays = 14;

/** The days until an open run closes, if that is soon; otherwise null. */
export function daysToClosing(run: { opening_date: string; closing_date: string | null }, day: string): number | null {
  if (run.closing_date === null || stateOfRun(run, day) !== "running") return null;
  const days = Math.round((Date.parse(run.closing_date) - Date.parse(day)) / dayMilliseconds);
  return days <= soonDays ? days : null;
}

/** The status of a run in words: a run that closes soon says when. */
export function describeRun(run: { opening_date: string; closing_date: string | null }, day: string): string {
  const days = daysToClosing(run, day);
  if (days === null) return stateOfRun(run, day);
  return days === 0 ? "closes today" : days === 1 ? "closes tomorrow" : `closes in ${days} days`;
}
