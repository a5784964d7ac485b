import { formatDay } from "@/lib/core/date-words.browser";
import { nameOfRecord } from "@/components/records/record-name";
import { useDirectory } from "@/components/records/use-directory";
import { useShapes } from "@/components/records/shapes";
import type { RecordField } from "@/components/records/form/record-shape";
import type { PlannedEdit } from "./edit-plan";

interface Props {
  field: RecordField;
  edits: readonly PlannedEdit[];
  nameOf(id: string): string;
}

const maxShown = 50;

/** The old and the new value of each record, which ones stay as they are, and which ones can't be changed. */
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
