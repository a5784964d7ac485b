import { Checkbox } from "@/components/ui/checkbox";
import { DateTime } from "@/components/ui/date-time";
import type { MergePlan } from "@/lib/editing/merges/schema.browser";
import { isPath, resourceViews } from "@/lib/resources/resource-views.browser";
import { countsOf } from "./merge-outcome";

const maxNamed = 50;

interface Props {
  record: MergePlan["records"][number];
  isKept: boolean;
  isIncluded: boolean;
  onKeep(): void;
  /** Absent where all records are merged. */
  onInclude?: ((isIncluded: boolean) => void) | undefined;
}

/** One of the records to merge, with what refers to it. */
export function RecordChoice({ record, isKept, isIncluded, onKeep, onInclude }: Props) {
  const { id, label, references, created_at: createdAt, sources } = record;
  return (
    <li
      className={`grid min-w-0 content-start gap-1 rounded border p-3 text-sm ${isKept && isIncluded ? "border-curtain bg-curtain-wash" : "border-edge"}`}
    >
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="radio"
          name="merge-survivor"
          className="size-4 shrink-0 accent-curtain"
          checked={isKept && isIncluded}
          disabled={!isIncluded}
          onChange={onKeep}
        />
        <span className="min-w-0 break-words">
          <bdi className="font-semibold">{label}</bdi> <code className="font-mono break-all">{id}</code>
        </span>
      </label>
      {createdAt !== null && (
        <p className="text-muted">
          Created <DateTime at={createdAt} look="day" />
        </p>
      )}
      {references.length === 0 && <p className="text-muted">Nothing refers to it.</p>}
      {references.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center text-muted underline underline-offset-4">
            <span>
              {countsOf(references)}
              <span className="sr-only"> of {id}</span>
            </span>
          </summary>
          <ul className="grid list-disc gap-1 py-1 pl-5 break-words">
            {references.slice(0, maxNamed).map((one) => (
              <li key={`${one.resource}/${one.field}/${one.id}`}>
                <a
                  href={`/dashboard/${one.resource}/${encodeURIComponent(one.id)}`}
                  target="_blank"
                  rel="noopener"
                  className="underline decoration-edge underline-offset-4 hover:decoration-curtain"
                >
                  <bdi>{one.label}</bdi>
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>{" "}
                <span className="text-muted">{isPath(one.resource) && resourceViews[one.resource].singular}</span>
              </li>
            ))}
            {references.length > maxNamed && <li>and {references.length - maxNamed} more</li>}
          </ul>
        </details>
      )}
      {sources > 0 && <p className="text-muted">{sources === 1 ? "1 source" : `${sources} sources`}</p>}
      {onInclude && (
        <Checkbox className="min-h-11" name={`Merge ${id}`} checked={isIncluded} onChange={onInclude}>
          Merge
        </Checkbox>
      )}
    </li>
  );
}
