import "server-only";
import type { Row } from "../../catalogue/row.ts";
import {
  isPossibleOn,
  isWithin,
  runOfProduction,
  type RunDays,
} from "../../resources/cast-members/presence.browser.ts";
import type { CastMemberDetails } from "../../resources/cast-members/schema.browser.ts";
import { isMatinee, performancesOn, type Timetable } from "../../resources/productions/performances.browser.ts";
import type { ResourcePath } from "../../resources/resource-views.browser.ts";
import { linksFrom, linksTo } from "./joins.ts";
import type { SearchQuery } from "./query-schema.ts";
import type { SearchReader } from "./search-reader.ts";

/** A condition that a record of a resource fulfils or does not. */
export interface Condition {
  readonly resource: ResourcePath;
  test(row: Row): boolean;
  /** Records among which are all that fulfil it, if there are quicker ways to them than through the list. */
  rows?(): readonly Row[];
}

/** Whether a production runs, or a cast member can have been in it, on a day (contract §13). */
export function runningOn(read: SearchReader, resource: ResourcePath, day: string): Condition {
  const daysOf = runColumns(read);
  /** The run of a production; null when it is not on that day. */
  const runOf = remembered((row): RunDays | null => {
    const run = daysOf(row);
    return isWithin(run, day) ? run : null;
  });
  const running = () => [...read.list("productions")].filter(runOf);
  if (resource !== "cast-members") return { resource, rows: running, test: (row) => runOf(row) !== null };
  const [productionOf, castOf] = [linksTo(read, resource, "productions"), linksFrom(read, resource, "productions")];
  const [engagementsOf, { today }] = [read.column(resource, "engagements"), read.noted];
  return {
    resource,
    rows: () => running().flatMap(castOf),
    test: (row) => {
      const [production] = productionOf(row);
      const run = production && runOf(production);
      if (!run) return false;
      return isPossibleOn(day, engagementsOf(row) as CastMemberDetails["engagements"], run, today);
    },
  };
}

/** Whether a production has a performance on a day that is as asked for (contract §27). */
export function playsOn(read: SearchReader, day: string, { plays_at, access = [] }: SearchQuery): Condition {
  const daysOf = runColumns(read);
  const [schedule, performances] = [read.column("productions", "schedule"), read.column("productions", "performances")];
  return {
    resource: "productions",
    test: (row) => {
      // The schemas parsed the fields when they were written.
      const timetable = { schedule: schedule(row), performances: performances(row) } as Timetable;
      const found = performancesOn(day, timetable, daysOf(row)) ?? [];
      return found.some(
        (one) =>
          (plays_at === undefined || isMatinee(one) === (plays_at === "matinee")) &&
          access.every((kind) => one.access.some((has) => has === kind)),
      );
    },
  };
}

/** The days of a production, by the columns that they are in. */
function runColumns(read: SearchReader): (row: Row) => RunDays {
  const [preview, opening, closing] = [
    read.column("productions", "first_preview"),
    read.column("productions", "opening_date"),
    read.column("productions", "closing_date"),
  ];
  return (row) =>
    // The schemas parsed the fields when they were written.
    runOfProduction({
      first_preview: preview(row) as string | null,
      opening_date: opening(row) as string,
      closing_date: closing(row) as string | null,
    });
}

/** Computes the value of each row once. */
export function remembered<Value extends object | number | null>(valueOf: (row: Row) => Value): (row: Row) => Value {
  const values = new Map<Row, Value>();
  return (row) => {
    let value = values.get(row);
    if (value === undefined) values.set(row, (value = valueOf(row)));
    return value;
  };
}
