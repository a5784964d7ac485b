import { dayNumber } from "@/components/ui/calendar";
import { daysIn, firstDay, lastDay, type TimeWindow } from "@/components/ui/charts/time-window";

/** A production on the timeline. Days are `YYYY-MM-DD`, both included. */
export interface HouseRun {
  id: string;
  theatre_id: string;
  show: { name: string };
  opening_date: string;
  /** Null when the run is open-ended. */
  closing_date: string | null;
}

export interface HouseRow {
  id: string;
  name: string;
  /** The runs in the window, each with the lane in which it does not cover another. */
  bars: readonly { run: HouseRun; lane: number }[];
  lanes: number;
}

/**
 * The theatres with a run in the window, by name.
 *
 * @param barShare the share of the window that the narrowest bar takes on the screen: lanes leave room for it.
 */
export function houseRows(
  runs: readonly HouseRun[],
  window: TimeWindow,
  nameOf: (theatreId: string) => string,
  barShare: number,
): HouseRow[] {
  const [from, to] = [firstDay(window), lastDay(window)];
  const inWindow = runs
    .filter(({ opening_date, closing_date }) => opening_date <= to && (closing_date === null || closing_date >= from))
    .toSorted((a, b) => (a.opening_date < b.opening_date ? -1 : 1));
  return [...new Set(inWindow.map(({ theatre_id }) => theatre_id))]
    .map((id) => {
      const ofHouse = inWindow.filter(({ theatre_id }) => theatre_id === id);
      return { id, name: nameOf(id), ...inLanes(ofHouse, window, Math.ceil(daysIn(window) * barShare)) };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, "en-GB"));
}

/**
 * Gives each run the first lane that is free. A bar is drawn inside the window, and at least `minDays` wide.
 *
 * @param runs by their opening.
 */
function inLanes(runs: readonly HouseRun[], window: TimeWindow, minDays: number): Pick<HouseRow, "bars" | "lanes"> {
  const takenUntil: number[] = [];
  const [from, latestStart] = [dayNumber(firstDay(window)), dayNumber(lastDay(window)) - minDays + 1];
  const bars = runs.map((run) => {
    const start = Math.min(Math.max(dayNumber(run.opening_date), from), latestStart);
    const free = takenUntil.findIndex((end) => end < start);
    const lane = free === -1 ? takenUntil.length : free;
    takenUntil[lane] = Math.max(
      run.closing_date === null ? Infinity : dayNumber(run.closing_date),
      start + minDays - 1,
    );
    return { run, lane };
  });
  return { bars, lanes: takenUntil.length };
}
