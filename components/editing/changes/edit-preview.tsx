import { formatDay } from "@/lib/core/date-words.browser";
import { nameOfRecord } from "@/components/records/record-name";
import { sendChanges } from "@/components/records/changes/use-changes";
import { useDirectory } from "@/components/records/use-directory";
import { useShapes } from "@/components/records/shapes";
import type { RecordField } from "@/components/records/form/record-shape";
import { daysAfter } from "@/components/ui/calendar";
import { isDay } from "@/components/form/typed-day";
import type { ChangeOutcome, RequestedChange } from "@/lib/editing/changes/schema.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";

interface Props {
  field: RecordField;
  edits: readonly PlannedEdit[];
  nameOf(id: string): string;
}

const maxShown = 50;

export function EditPreview({ field, edits, nameOf }: Props) {
  const shapes = useShapes();
  const { directory } = useDirectory(field.kind === "reference" ? [field.to, ...shapes[field.to].namedBy] : []);
  const refused = edits.filter(({ issues }) => issues.length > 0).length;
  const unchanged = edits.filter(({ before, after, issues }) => issues.length === 0 && before === after).length;
  const counts = [
    `${edits.length - refused - unchanged} will change`,
    ...(unchanged > 0 ? [`${unchanged} won’t change`] : []),
    ...(refused > 0 ? [`${refused} can’t be changed`] : []),
  ];

  function shown(value: unknown): string {
    if (value === null || value === undefined || value === "") return "empty";
    if (typeof value !== "string") return JSON.stringify(value);
    if (field.kind === "reference") return nameOfRecord(field.to, value, directory);
    return field.kind === "date" ? formatDay(value) : value;
  }

  return (
    <section aria-label="Preview" className="grid gap-2 text-sm">
      <p role="status" className="font-semibold">
        {counts.join(", ")}
      </p>
      <ul aria-label="Changes" className="divide-y divide-line border-y border-line">
        {edits.slice(0, maxShown).map(({ id, before, after, issues }) => (
          <li key={id} className="grid gap-x-4 py-1 sm:grid-cols-2">
            <span className="min-w-0 break-words">{nameOf(id)}</span>
            <span className="line-clamp-3 min-w-0 break-words">
              {before === after ? (
                <span className="text-muted">{shown(before)}, no change</span>
              ) : (
                <>
                  <del className="text-muted">{shown(before)}</del> →{" "}
                  <ins className="font-semibold no-underline">{shown(after)}</ins>
                </>
              )}
              {issues.length > 0 && <span className="block text-curtain">Can’t be changed: {issues.join("; ")}</span>}
            </span>
          </li>
        ))}
      </ul>
      {edits.length > maxShown && <p className="text-muted">And {edits.length - maxShown} more</p>}
    </section>
  );
}

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

type Update = Extract<RequestedChange, { action: "update" }>;

export function updatesOf(path: ResourcePath, field: string, edits: readonly PlannedEdit[]): Update[] {
  return edits
    .filter(({ before, after }) => before !== after)
    .map(({ id, after }) => ({ action: "update", resource: path, id, data: { [field]: after } }));
}

export function planEdits(field: string, records: readonly { id: string }[], edit: FieldEdit): PlannedEdit[] {
  return records.map((record) => {
    const before: unknown = Reflect.get(record, field);
    return { id: record.id, before, after: editedValue(before, edit), issues: [] };
  });
}

/** Edits that were tried: first those that can't be made, then those that change something. */
export function triedEdits(edits: readonly PlannedEdit[], refused: Refusals): PlannedEdit[] {
  const rank = ({ before, after, issues }: PlannedEdit) => (issues.length > 0 ? 0 : before === after ? 2 : 1);
  return edits
    .map((edit): PlannedEdit => {
      const issues = refused.get(edit.id);
      // A refusal may come without a reason.
      if (issues?.length === 0) return { ...edit, issues: ["Refused"] };
      return { ...edit, issues: issues?.map(({ message }) => message) ?? [] };
    })
    .toSorted((a, b) => rank(a) - rank(b));
}

/** Why changes are refused, by the ids of their records. */
type Refusals = ReadonlyMap<string | undefined, NonNullable<ChangeOutcome["issues"]>>;

/** Tries changes without making them. */
export async function tryChanges(changes: readonly Update[], signal?: AbortSignal): Promise<Refusals> {
  if (changes.length === 0) return new Map();
  return refusals(changes, (await sendChanges(changes, { isDryRun: true, ...(signal && { signal }) })).changes);
}

export function refusals(changes: readonly { id: string }[], outcomes: readonly ChangeOutcome[]): Refusals {
  const refused = outcomes.filter(({ outcome }) => outcome === "refused");
  return new Map(refused.map(({ index, issues = [] }) => [changes[index]?.id, issues]));
}

/** Reads a number of days as typed: `14`, `+14`, `-7` or `−7`. @returns null for anything else, and for 0. */
export function typedDays(text: string): number | null {
  const typed = text.trim().replace("−", "-");
  return /^[+-]?\d{1,4}$/.test(typed) && Number(typed) !== 0 ? Number(typed) : null;
}
