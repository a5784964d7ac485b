import "server-only";
import { isDeepStrictEqual } from "node:util";
import { defineResource, type ListRow } from "../../records/resource.ts";
import { ascending, descending } from "../../core/sort.ts";
import { runOfProduction } from "../cast-members/presence.browser.ts";
import { timetableIssues, type Timetable } from "./performances.browser.ts";
import {
  production,
  productionDetails,
  productionEntry,
  type Production,
  type ProductionEntry,
  type ProductionDetails,
} from "./schema.browser.ts";
import { showTypes } from "../shows/terms.browser.ts";
import type { FieldIssue } from "../../http/body.ts";

const timetableOf = ({ schedule, performances }: Timetable) => [schedule, performances];

type Row = ListRow<Production, ProductionEntry>;

export const productions = defineResource({
  path: "productions",
  record: production,
  entry: productionEntry,
  details: {
    document: productionDetails,
    check: (_records, run, before) => [
      ...runDateIssues(run, "details"),
      // What lies outside of a run that was changed later is kept.
      ...(isDeepStrictEqual(timetableOf(run), before && timetableOf(before))
        ? []
        : timetableIssues(run, runOfProduction(run))),
      ...(run.transfer_of === run.id ? [{ path: "transfer_of", message: "must not be the production itself" }] : []),
    ],
  },
  search: {
    names: ["shows", "theatres"],
    enums: { type: { resource: "shows", field: "type", values: showTypes } },
    runningOn: "productions",
    days: { opening: "opening_date", closing: "closing_date" },
    hasPerformances: true,
    relations: ["theatre", "cast", "crew"],
  },
  filters: ["theatre_id", "show_id"],
  isLenient: true,
  identifiedBy: [["show_id", "theatre_id", "opening_date"]],
  order: [descending(({ record }: Row) => record.opening_date), ascending(({ record }: Row) => record.id)],
  checkedFields: ["opening_date", "closing_date"],
  check: (_records, run) => {
    const { opening_date, closing_date } = run;
    return closing_date !== null && closing_date < opening_date
      ? [{ path: "closing_date", message: "must not be before opening_date" }]
      : runDateIssues(run, "record");
  },
});

type Run = Production & ProductionDetails;

/**
 * The rules between the dates of a run (contract §12): first preview ≤ opening ≤ closing, and the press night is the
 * opening date.
 *
 * @param part which document is written; the paths are those of its fields.
 */
function runDateIssues(run: Run, part: "record" | "details"): FieldIssue[] {
  const { first_preview, press_night, opening_date } = run;
  const issues: FieldIssue[] = [];
  for (const field of ["opening_date", "closing_date"] as const) {
    const date = run[field];
    if (first_preview !== null && date !== null && first_preview > date)
      issues.push(
        part === "record"
          ? { path: field, message: `must not be before the first preview, ${first_preview}` }
          : { path: "first_preview", message: `must not be after ${field}, ${date}` },
      );
  }
  if (press_night !== null && press_night !== opening_date)
    issues.push(
      part === "record"
        ? { path: "opening_date", message: `must be the press night, ${press_night}` }
        : { path: "press_night", message: `must be the opening_date, ${opening_date}` },
    );
  return issues;
}
