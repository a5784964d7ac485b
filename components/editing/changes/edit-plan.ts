import { daysAfter } from "@/components/ui/calendar";
import { isDay } from "@/components/form/typed-day";
import type { ChangeOutcome, RequestedChange } from "@/lib/editing/changes/schema.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";

/** What happens to one field of many records. */
export type FieldEdit = { kind: "set"; value: unknown } | { kind: "move"; days: number };

/** The edit of one record, and what stands against it. */
export interface PlannedEdit {
  id: string;
  before: unknown;
  after: unknown;
  /** Why the API would refuse it. */
  issues: readonly string[];
}

/** The value of a field after the edit. A record without a date has none to move. */
export function editedValue(before: unknown, edit: FieldEdit): unknown {
  if (edit.kind === "set") return edit.value;
  return typeof before === "string" && isDay(before) ? daysAfter(before, edit.days) : before;
}

/** One update for each record whose field changes. */
export function updatesOf(
  path: ResourcePath,
  field: string,
  records: readonly { id: string }[],
  edit: FieldEdit,
): Extract<RequestedChange, { action: "update" }>[] {
  return records.flatMap((record) => {
    const before: unknown = Reflect.get(record, field);
    const after = editedValue(before, edit);
    return after === before ? [] : [{ action: "update", resource: path, id: record.id, data: { [field]: after } }];
  });
}

/**
 * The edit of each record, with the outcomes of a dry run of its changes: first those that can't be made, then those
 * that change something.
 */
export function planEdits(
  field: string,
  records: readonly { id: string }[],
  edit: FieldEdit,
  dryRun: { changes: readonly { id: string }[]; outcomes: readonly ChangeOutcome[] },
): PlannedEdit[] {
  const refused = new Map(
    dryRun.outcomes
      .filter(({ outcome }) => outcome === "refused")
      .map(({ index, issues = [] }) => [dryRun.changes[index]?.id, issues.map(({ message }) => message)]),
  );
  const rank = ({ before, after, issues }: PlannedEdit) => (issues.length > 0 ? 0 : before === after ? 2 : 1);
  return records
    .map((record): PlannedEdit => {
      const before: unknown = Reflect.get(record, field);
      const issues = refused.get(record.id);
      // A refusal may come without a reason.
      const reasons = issues && (issues.length > 0 ? issues : ["Refused"]);
      return { id: record.id, before, after: editedValue(before, edit), issues: reasons ?? [] };
    })
    .toSorted((a, b) => rank(a) - rank(b));
}

/** Reads a number of days as typed: `14`, `+14`, `-7` or `−7`. @returns null for anything else, and for 0. */
export function typedDays(text: string): number | null {
  const typed = text.trim().replace("−", "-");
  return /^[+-]?\d{1,4}$/.test(typed) && Number(typed) !== 0 ? Number(typed) : null;
}
