import type { CastEntry, OnDay } from "@/lib/listings/casts/schema.browser";
import { earliestDay, latestDay } from "@/lib/core/partial-dates.browser";

type ListedRun = OnDay["productions"][number];
type Engagement = CastEntry["engagements"][number];

/** Someone who joins or leaves a production. */
export interface CastMove {
  run: ListedRun;
  entry: CastEntry;
  engagement: Engagement;
  /** The first day that it can be. */
  day: string;
  isExact: boolean;
}

/**
 * Who joins and who leaves between two days, by day. Those who join at the opening or leave at the closing are left out,
 * because that is a matter of the production, and so are dates of which only the year is known.
 *
 * @param days what is on, with the casts, on some of the days.
 */
export function castMoves(days: readonly OnDay[], first: string, last: string) {
  const known = new Map<string, { run: ListedRun; entry: CastEntry }>();
  for (const { productions } of days)
    for (const run of productions) for (const entry of run.cast ?? []) known.set(entry.id, { run, entry });
  const moves = (dateOf: (engagement: Engagement, run: ListedRun) => string | null) =>
    [...known.values()]
      .flatMap(({ run, entry }) =>
        entry.engagements.flatMap((engagement): CastMove[] => {
          const date = dateOf(engagement, run);
          if (date === null || date.length < 7 || latestDay(date) < first || earliestDay(date) > last) return [];
          return [{ run, entry, engagement, day: earliestDay(date), isExact: date.length === 10 }];
        }),
      )
      .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  return {
    joining: moves(({ from }, { opening_date }) => (from !== null && latestDay(from) <= opening_date ? null : from)),
    leaving: moves(({ to, ended }, { closing_date }) => (ended || to === closing_date ? null : to)),
  };
}
