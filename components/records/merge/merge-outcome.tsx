import { Fragment } from "react";
import { formatRecordCounts } from "@/components/records/referrers";
import type { MergePlan } from "@/lib/editing/merges/schema.browser";
import { isPath } from "@/lib/resources/resource-views.browser";

/** What a merge will do, in words. */
export function MergeOutcome({ plan }: { plan: MergePlan }) {
  const { into, survivor, records, moves, joins, aliases, clashes } = plan;
  const { name } = survivor;
  const shown = <bdi className="font-semibold">{typeof name === "string" ? name : into}</bdi>;
  return (
    <section aria-labelledby="merge-outcome" className="rounded bg-sunken p-4 text-sm">
      <h3 id="merge-outcome" className="font-semibold">
        Preview
      </h3>
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
    </section>
  );
}

/** `3 cast members and 1 theatre`; the API names each record. */
export function countsOf(references: MergePlan["moves"]): string {
  return formatRecordCounts(references.flatMap(({ resource }) => (isPath(resource) ? [{ path: resource }] : [])));
}
