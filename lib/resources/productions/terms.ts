import type { NounTerms } from "../../resource/terms.ts";

/** With an announced end or without one. */
export const runTypes = ["open", "limited"] as const;

export const productionTerms: NounTerms = {
  singular: "production",
  plural: "productions",
  nameOf: ({ opening_date }, named) =>
    `${named({ show_id: "shows" })}, ${named({ theatre_id: "theatres" })}, ${String(opening_date).slice(0, 4)}`,
};

export type RunState = "running" | "upcoming" | "closed";

/** The status of a run on a day. Days are `YYYY-MM-DD`, so text comparison orders them by time. */
export function stateOfRun(run: { opening_date: string; closing_date: string | null }, day: string): RunState {
  if (run.opening_date > day) return "upcoming";
  return run.closing_date !== null && run.closing_date < day ? "closed" : "running";
}
