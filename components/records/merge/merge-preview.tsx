import { Fragment } from "react";
import { formatRecordCounts, termFor } from "@/components/records/record-name";
import { DateTime } from "@/components/ui/date-time";
import { TitledSection } from "@/components/ui/titled-section";
import type { MergePlan } from "@/lib/editing/merges/schema.browser";

const maxNamed = 50;

interface Props {
  record: MergePlan["records"][number];
  isKept: boolean;
  onKeep(): void;
}

/** One of the records to merge, with what refers to it. */
export function RecordChoice({ record, isKept, onKeep }: Props) {
  const { id, label, references, created_at: createdAt, sources } = record;
  return (
    <li
      className={`grid min-w-0 content-start gap-1 rounded border p-3 text-sm ${isKept ? "border-curtain bg-curtain-wash" : "border-edge"}`}
    >
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="radio"
          name="merge-survivor"
          className="size-4 shrink-0 accent-curtain"
          checked={isKept}
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
                <span className="text-muted">{termFor(one.resource, 1)}</span>
              </li>
            ))}
            {references.length > maxNamed && <li>and {references.length - maxNamed} more</li>}
          </ul>
        </details>
      )}
      {sources > 0 && <p className="text-muted">{sources === 1 ? "1 source" : `${sources} sources`}</p>}
    </li>
  );
}

/** What a merge will do, in words. */
export function MergeOutcome({ plan }: { plan: MergePlan }) {
  const { into, survivor, records, moves, joins, aliases, clashes } = plan;
  const { name } = survivor;
  const shown = <bdi className="font-semibold">{typeof name === "string" ? name : into}</bdi>;
  return (
    <TitledSection id="merge-outcome" title="Preview" className="rounded bg-sunken p-4 text-sm" level="h3" look="">
      <ul className="mt-2 grid list-disc gap-1 pl-5 break-words">
        <li>
          {shown} <code className="font-mono break-all">{into}</code> stays.
        </li>
        <li>
          {moves.length === 0 ? (
            <>Nothing moves to {shown}.</>
          ) : (
            <>
              {countsOf(moves)} {moves.length === 1 ? "moves" : "move"} to {shown}.
            </>
          )}
        </li>
        {joins.length > 0 && (
          <li>
            {countsOf(joins)} {joins.length === 1 ? "equals" : "equal"} another. One of each stays, with the details and
            sources of both.
          </li>
        )}
        {aliases.length > 0 && (
          <li>
            {aliases.map((alias, index) => (
              <Fragment key={alias}>
                {index > 0 && (index === aliases.length - 1 ? " and " : ", ")}“<bdi>{alias}</bdi>”
              </Fragment>
            ))}{" "}
            {aliases.length === 1 ? "becomes another name." : "become other names."}
          </li>
        )}
        {clashes.map(({ field, key, kept, lost }) => (
          <li key={`${field}.${key}`} className="text-curtain">
            Two ids for {key}: <code className="font-mono break-all">{kept}</code> stays,{" "}
            <code className="font-mono break-all">{lost.join(", ")}</code>{" "}
            {lost.length === 1 ? "is not kept." : "are not kept."}
          </li>
        ))}
        {records
          .filter(({ id }) => id !== into)
          .map(({ id }) => (
            <li key={id}>
              The old ID (<code className="font-mono break-all">{id}</code>) will return 404 and point to{" "}
              <code className="font-mono break-all">{into}</code>.
            </li>
          ))}
        <li>You can undo this as one change.</li>
      </ul>
    </TitledSection>
  );
}

function countsOf(references: MergePlan["moves"]): string {
  return formatRecordCounts(references.map(({ resource }) => resource));
}
