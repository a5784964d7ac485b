import { refusedCell, cellChanges, type CellEdit, type UnsavedCell } from "@/components/editing/cells/use-cell-edits";
import { nameOfRecord } from "@/components/records/record-name";
import { sendChanges } from "@/components/records/changes/use-changes";
import { useDirectory } from "@/components/records/use-directory";
import { useShapes } from "@/components/records/shapes";
import type { RecordField, RecordShape } from "@/components/records/form/record-shape";
import { daysAfter } from "@/components/ui/calendar";
import { isDay } from "@/components/form/typed-day";
import { valueInWords } from "@/lib/records/value-words.browser";
import type { ChangeOutcome } from "@/lib/editing/changes/schema.browser";

interface Props {
  field: RecordField;
  /** As `planEdits` returns them. */
  edits: readonly UnsavedCell[];
  nameOf(id: string): string;
}

const maxShown = 50;

export function EditPreview({ field, edits, nameOf }: Props) {
  const shapes = useShapes();
  const { directory } = useDirectory(field.kind === "reference" ? [field.to, ...shapes[field.to].namedBy] : []);
  const refused = edits.filter(({ problem }) => problem !== null).length;
  const changed = edits.filter(isSound).length;
  const unchanged = edits.length - refused - changed;
  const counts = [
    `${changed} will change`,
    ...(unchanged > 0 ? [`${unchanged} won’t change`] : []),
    ...(refused > 0 ? [`${refused} can’t be changed`] : []),
  ];

  const shown = (value: unknown) =>
    valueInWords(value, field, (path, id) => nameOfRecord(path, id, directory)) ?? "empty";
  return (
    <section aria-label="Preview" className="grid gap-2 text-sm">
      <p role="status" className="font-semibold">
        {counts.join(", ")}
      </p>
      <ul aria-label="Changes" className="divide-y divide-line border-y border-line">
        {edits.slice(0, maxShown).map(({ id, before, after, problem }) => (
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
              {problem !== null && <span className="block text-curtain">Can’t be changed: {problem}</span>}
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

/** The value of a field after the edit. A record without a date has none to move. */
export function editedValue(before: unknown, edit: FieldEdit): unknown {
  if (edit.kind === "set") return edit.value;
  return typeof before === "string" && isDay(before) ? daysAfter(before, edit.days) : before;
}

/** Whether an edit changes its record, and can be made. */
export function isSound({ before, after, problem }: UnsavedCell): boolean {
  return problem === null && before !== after;
}

/** Tries edits of one field without making them. */
export async function planEdits(shape: RecordShape, edits: readonly CellEdit[], signal: AbortSignal) {
  const changes = cellChanges(
    shape.path,
    edits.filter(({ before, after }) => before !== after),
  );
  return plannedEdits(shape, edits, (await sendChanges(changes, { isDryRun: true, signal })).changes);
}

/** Edits with what stands against them: first those that can't be made, then those that change something. */
export function plannedEdits(
  shape: RecordShape,
  edits: readonly CellEdit[],
  outcomes: readonly ChangeOutcome[],
): UnsavedCell[] {
  const refused = outcomes.filter(({ outcome }) => outcome === "refused");
  const issuesOf = new Map(refused.map(({ id, issues = [] }) => [id, issues]));
  const rank = (edit: UnsavedCell) => (edit.problem !== null ? 0 : isSound(edit) ? 1 : 2);
  return edits
    .map((edit) => {
      const issues = issuesOf.get(edit.id);
      return issues ? refusedCell(shape, edit, issues) : { ...edit, problem: null };
    })
    .toSorted((a, b) => rank(a) - rank(b));
}

/** Reads a number of days as typed: `14`, `+14`, `-7` or `−7`. @returns null for anything else, and for 0. */
export function typedDays(text: string): number | null {
  const typed = text.trim().replace("−", "-");
  return /^[+-]?\d{1,4}$/.test(typed) && Number(typed) !== 0 ? Number(typed) : null;
}
