import type { ChangeOutcome, Outcome, RequestedChange } from "@/lib/changes/schema";
import type { Sheet } from "@/lib/csv/sheet";

/** The planned outcome of one row of a file. */
export interface PlannedRow {
  /** Counted from 1, including the header row, as in a spreadsheet. */
  row: number;
  outcome: Outcome;
  /** The record's name, if the row has it. */
  name: string;
  /** Changed fields, or the reasons for a refusal. */
  details: readonly string[];
  /** The change to send; null if the row itself is invalid. */
  change: RequestedChange | null;
}

/**
 * The plan of an import, row by row.
 *
 * @param changes the changes of the readable rows, in order.
 * @param outcomes their outcomes in a dry run.
 */
export function planImport(
  sheet: Sheet,
  changes: readonly RequestedChange[],
  outcomes: readonly ChangeOutcome[],
): PlannedRow[] {
  const unreadable = new Map<number, string[]>();
  for (const { row, column, message } of sheet.problems)
    unreadable.set(row, [...(unreadable.get(row) ?? []), column === null ? message : `${column}: ${message}`]);
  const refused = [...unreadable].map(([row, details]): PlannedRow => ({
    row,
    outcome: "refused",
    name: "",
    details,
    change: null,
  }));
  const read = sheet.rows.map((row, index) => plannedRow(row.row, changes[index], outcomes[index]));
  return [...refused, ...read].sort((a, b) => a.row - b.row);
}

export function countOutcomes(rows: readonly PlannedRow[]): Record<Outcome, number> {
  const counts = { created: 0, changed: 0, unchanged: 0, deleted: 0, refused: 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
}

function plannedRow(row: number, change: RequestedChange | undefined, judged: ChangeOutcome | undefined): PlannedRow {
  const outcome = judged?.outcome ?? "refused";
  const data = change?.action === "delete" ? {} : (change?.data ?? {});
  return {
    row,
    outcome,
    name: nameIn({ ...judged?.before, ...data }) ?? judged?.id ?? "",
    details: outcome === "refused" ? problemsOf(judged) : outcome === "changed" ? differencesOf(judged) : [],
    change: change ?? null,
  };
}

function problemsOf(judged: ChangeOutcome | undefined): string[] {
  return (judged?.issues ?? []).map(({ path, message }) => {
    const field = path.replace(/^data\.?/, "");
    return field === "" ? message : `${field}: ${message}`;
  });
}

function differencesOf({ before, after }: Pick<ChangeOutcome, "before" | "after"> = {}): string[] {
  if (!before || !after) return [];
  return Object.keys(after)
    .filter((field) => before[field] !== after[field])
    .map((field) => `${field}: ${shown(before[field])} → ${shown(after[field])}`);
}

function nameIn({ name }: Record<string, unknown>): string | null {
  return typeof name === "string" ? name : null;
}

function shown(value: unknown): string {
  return value === null || value === undefined ? "empty" : typeof value === "string" ? value : JSON.stringify(value);
}
