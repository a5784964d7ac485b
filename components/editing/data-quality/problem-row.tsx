import { formatDay } from "@/lib/core/date-words.browser";
import Link from "next/link";
import type { CSSProperties, Ref } from "react";
import { useMay } from "@/components/accounts/current-staff";
import { withDaysInWords } from "@/components/ui/calendar";
import { RecordLink } from "@/components/records/record-name";
import { SelectCheckbox, type Selection } from "@/components/records/list/selection";
import { Badge } from "@/components/ui/badge";
import { Button, buttonClass } from "@/components/ui/button";
import type { DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { isPath } from "@/lib/resources/resource-views.browser";
import { problemKey, type Remedy } from "./remedies";

interface Props {
  ref: Ref<HTMLLIElement>;
  /** Its place among the rendered items. */
  index: number;
  style: CSSProperties;
  problem: DataProblem;
  selection: Selection;
  isBusy: boolean;
  onChoose(remedy: Remedy): void;
}

export function ProblemRow({ ref, index, style, problem, selection, isBusy, onChoose }: Props) {
  const { name, message, related, is_on, snooze, fixes } = problem;
  const mayMerge = useMay("merge");
  const decisions = problem.decisions.filter(({ kind }) => mayMerge || kind !== "merge");
  const key = problemKey(problem);
  const isOfMany = problem.detail !== undefined;
  const act = (label: string, remedy: Remedy, look?: "plain") => (
    <Button
      key={label}
      look={look}
      aria-label={`${label} (${name})`}
      aria-disabled={isBusy}
      onClick={() => {
        if (!isBusy) onChoose(remedy);
      }}
    >
      {label}
    </Button>
  );
  return (
    <li
      ref={ref}
      id={key}
      data-index={index}
      data-record={key}
      style={style}
      className={`absolute inset-x-0 top-0 grid gap-x-4 gap-y-2 border-x lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] border-b border-line p-3 first:border-t text-sm ${selection.selected.has(key) ? "bg-curtain-wash" : "bg-raised"}`}
    >
      <div className="flex min-w-0 items-start gap-3">
        <span className="grid min-h-6 shrink-0 place-items-center pointer-coarse:min-h-11 pointer-coarse:min-w-11">
          <SelectCheckbox id={key} name={name} selection={selection} />
        </span>
        <div className="min-w-0">
          {!isOfMany && <Named {...problem} />} {is_on && <Badge tone="accent">On tonight</Badge>}
          <p className="break-words text-muted">{withDaysInWords(message)}</p>
          {isOfMany && (
            <ul className="mt-1 grid gap-1">
              {[problem, ...related].map((one) => (
                <li key={one.record_id} className="min-w-0 break-words text-muted">
                  <Named {...one} /> <code className="font-mono text-xs">{one.record_id}</code>, {one.detail}
                </li>
              ))}
            </ul>
          )}
          {!isOfMany && related.length > 0 && (
            <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-muted">
              <span>See</span>
              {related.map((one) => (
                <Named key={one.record_id} {...one} />
              ))}
            </p>
          )}
          {snooze && (
            <p className="mt-1 break-words">
              Snoozed {snooze.until === null ? "until the facts change" : `until ${formatDay(snooze.until)}`} by{" "}
              <bdi>{snooze.account?.name ?? "a former member"}</bdi>: <bdi>{snooze.reason}</bdi>
            </p>
          )}
        </div>
      </div>
      {snooze ? (
        act("End snooze", { kind: "unsnooze" })
      ) : (
        <div className="flex flex-wrap items-start gap-2">
          {fixes.map(({ label, changes }) => act(label, { kind: "fix", changes }))}
          {decisions.map((decision) =>
            decision.kind === "cast" ? (
              <Link
                key={decision.label}
                href={decision.address}
                prefetch={false}
                className={buttonClass("quiet")}
                aria-label={`${decision.label} (${name})`}
              >
                {decision.label}
              </Link>
            ) : (
              act(decision.label, decision)
            ),
          )}
          {act("Snooze…", { kind: "snooze" }, "plain")}
        </div>
      )}
    </li>
  );
}

function Named({ resource, record_id, name }: Pick<DataProblem, "resource" | "record_id" | "name">) {
  if (!isPath(resource)) return <bdi>{name}</bdi>;
  return <RecordLink path={resource} id={record_id} label={name} />;
}
