import { daysAfter } from "@/components/ui/calendar";
import type { Directory } from "@/components/records/record-name";

/** How far the overview looks ahead. */
export const daysAhead = 30;

/** The opening or closing of a production. */
export interface ComingNight {
  day: string;
  /** Of the production. */
  id: string;
  show: string;
  theatre: string;
}

export interface ComingNights {
  openings: readonly ComingNight[];
  closings: readonly ComingNight[];
}

/** The productions that open and close in the next 30 days, the next one first. */
export function comingNights(directory: Pick<Directory, "productions" | "theatres">, today: string): ComingNights {
  const last = daysAfter(today, daysAhead);
  const nights = (field: "opening_date" | "closing_date") =>
    [...directory.productions.values()]
      .flatMap((run) => {
        const day = run[field];
        return day !== null && day >= today && day <= last ? [{ day, run }] : [];
      })
      .toSorted((a, b) => (a.day < b.day ? -1 : 1))
      .map(({ day, run }) => ({
        day,
        id: run.id,
        show: run.show.name,
        theatre: directory.theatres.get(run.theatre_id)?.name ?? run.theatre_id,
      }));
  return { openings: nights("opening_date"), closings: nights("closing_date") };
}
