import { formatRecordCounts } from "@/components/records/referrers";
import { nameOfEntry, type Directory } from "@/components/records/record-name";
import { DateTime } from "@/components/ui/date-time";
import { resourceViews } from "@/lib/resources/resource-views.browser";
import { Checkbox } from "@/components/ui/checkbox";
import type { LoadedRecord } from "./merge-fields";
import type { ReferringRecord } from "./merge-plan";

const maxNamed = 50;

interface Props {
  loaded: LoadedRecord;
  name: string;
  /** What refers to it. */
  referring: readonly ReferringRecord[];
  directory: Directory;
  isKept: boolean;
  isIncluded: boolean;
  onKeep(): void;
  /** Absent where all records are merged. */
  onInclude?: ((isIncluded: boolean) => void) | undefined;
}

/** One of the records to merge, with what refers to it. */
export function RecordChoice({ loaded, name, referring, directory, isKept, isIncluded, onKeep, onInclude }: Props) {
  const { id } = loaded.record;
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
          <bdi className="font-semibold">{name}</bdi> <code className="font-mono break-all">{id}</code>
        </span>
      </label>
      {loaded.createdAt !== null && (
        <p className="text-muted">
          Created <DateTime at={loaded.createdAt} look="day" />
        </p>
      )}
      {referring.length === 0 && <p className="text-muted">Nothing refers to it.</p>}
      {referring.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center text-muted underline underline-offset-4">
            <span>
              {formatRecordCounts(referring)}
              <span className="sr-only"> of {id}</span>
            </span>
          </summary>
          <ul className="grid list-disc gap-1 py-1 pl-5 break-words">
            {referring.slice(0, maxNamed).map((one) => (
              <li key={`${one.path}/${one.field}/${one.id}`}>
                <a
                  href={`/dashboard/${one.path}/${encodeURIComponent(one.id)}`}
                  target="_blank"
                  rel="noopener"
                  className="underline decoration-edge underline-offset-4 hover:decoration-curtain"
                >
                  <bdi>{nameOfEntry(one.path, one.entry as never, directory)}</bdi>
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>{" "}
                <span className="text-muted">{resourceViews[one.path].singular}</span>
              </li>
            ))}
            {referring.length > maxNamed && <li>and {referring.length - maxNamed} more</li>}
          </ul>
        </details>
      )}
      {loaded.sources > 0 && (
        <p className="text-muted">{loaded.sources === 1 ? "1 source" : `${loaded.sources} sources`}</p>
      )}
      {onInclude && (
        <Checkbox className="min-h-11" name={`Merge ${id}`} checked={isIncluded} onChange={onInclude}>
          Merge
        </Checkbox>
      )}
    </li>
  );
}
