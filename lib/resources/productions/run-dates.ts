import "server-only";
import type { FieldIssue } from "../../http/body.ts";
import type { Production, ProductionDetails } from "./schema.browser.ts";

/** A production with its details. */
type Run = Production & ProductionDetails;

/**
 * The rules between the dates of a run (contract §12): first preview ≤ opening ≤ closing, and the press night is the
 * opening date.
 *
 * @param part which document is written; the paths are those of its fields.
 */
export function runDateIssues(run: Run, part: "record" | "details"): FieldIssue[] {
  const { first_preview, press_night, opening_date, closing_date } = run;
  const issues: FieldIssue[] = [];
  const add = (path: { record: string; details: string }, message: { record: string; details: string }) =>
    issues.push({ path: path[part], message: message[part] });
  if (first_preview !== null && first_preview > opening_date)
    add(
      { record: "opening_date", details: "first_preview" },
      {
        record: `must not be before the first preview, ${first_preview}`,
        details: `must not be after opening_date, ${opening_date}`,
      },
    );
  if (first_preview !== null && closing_date !== null && first_preview > closing_date)
    add(
      { record: "closing_date", details: "first_preview" },
      {
        record: `must not be before the first preview, ${first_preview}`,
        details: `must not be after closing_date, ${closing_date}`,
      },
    );
  if (press_night !== null && press_night !== opening_date)
    add(
      { record: "opening_date", details: "press_night" },
      { record: `must be the press night, ${press_night}`, details: `must be the opening_date, ${opening_date}` },
    );
  return issues;
}
