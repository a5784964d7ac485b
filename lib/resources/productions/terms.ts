import type { NounTerms } from "../../resource/terms.ts";

export const productionTerms: NounTerms = {
  singular: "production",
  plural: "productions",
  nameOf: ({ opening_date }, named) =>
    `${named({ show_id: "shows" })}, ${named({ theatre_id: "theatres" })}, ${String(opening_date).slice(0, 4)}`,
};

export type RunState = "running" | "upcoming" | "closed";

/** Where a run stands on a day; all days sort as time does. */
export function stateOfRun(run: { opening_date: string; closing_date: string | null }, day: string): RunState {
  if (run.opening_date > day) return "upcoming";
  return run.closing_date !== null && run.closing_date < day ? "closed" : "running";
}
