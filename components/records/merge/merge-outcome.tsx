import { Fragment } from "react";
import { formatRecordCounts } from "@/components/records/referrers";
import type { ResourceShape } from "@/lib/records/view.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import type { MergePlan } from "./merge-plan";

interface Props {
  shape: ResourceShape<ResourcePath>;
  plan: MergePlan;
}

/** What a merge will do, in words. */
export function MergeOutcome({ shape, plan }: Props) {
  const { request, moved, repeated, name, newNames, clashes } = plan;
  const survivor = request.body.into;
  const merged = [request.id, ...(request.body.others ?? []).map(({ id }) => id)];
  const shown = <bdi className="font-semibold">{name ?? survivor}</bdi>;
  return (
    <section aria-labelledby="merge-outcome" className="rounded bg-sunken p-4 text-sm">
      <h3 id="merge-outcome" className="font-semibold">
        Preview
      </h3>
      <ul className="mt-2 grid list-disc gap-1 pl-5 break-words">
        <li>
          {shown} <code className="font-mono break-all">{survivor}</code> stays.
        </li>
        <li>
          {moved.length === 0 ? (
            <>Nothing moves to {shown}.</>
          ) : (
            <>
              {formatRecordCounts(moved)} {moved.length === 1 ? "moves" : "move"} to {shown}.
            </>
          )}
          {shape.detailReferrers && ` ${inWords(shape.detailReferrers)} move too.`}
        </li>
        {repeated.length > 0 && (
          <li>
            {formatRecordCounts(repeated)} {repeated.length === 1 ? "equals" : "equal"} another. One of each stays, with
            the details and sources of both.
          </li>
        )}
        {newNames.length > 0 && (
          <li>
            {newNames.map((one, index) => (
              <Fragment key={one}>
                {index > 0 && (index === newNames.length - 1 ? " and " : ", ")}“<bdi>{one}</bdi>”
              </Fragment>
            ))}{" "}
            {newNames.length === 1 ? "becomes another name." : "become other names."}
          </li>
        )}
        {clashes.map(({ field, key, kept, lost }) => (
          <li key={`${field}.${key}`} className="text-curtain">
            Two ids for {key}: <code className="font-mono break-all">{kept}</code> stays,{" "}
            <code className="font-mono break-all">{lost.join(", ")}</code>{" "}
            {lost.length === 1 ? "is not kept." : "are not kept."}
          </li>
        ))}
        {merged.map((id) => (
          <li key={id}>
            The old ID (<code className="font-mono break-all">{id}</code>) will return 404 and point to{" "}
            <code className="font-mono break-all">{survivor}</code>.
          </li>
        ))}
        <li>You can undo this as one change.</li>
      </ul>
    </section>
  );
}

function inWords(counted: readonly string[]): string {
  return `Its ${counted.join(" and ")}`;
}
