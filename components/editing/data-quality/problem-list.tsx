"use client";

import { useState } from "react";
import { ChangeErrors, useChanges, verifiedText, verifyLabel } from "@/components/records/changes/use-changes";
import { useSelection } from "@/components/records/list/selection";
import { EmptyState } from "@/components/ui/empty-state";
import { WriteError } from "@/components/ui/error-notice";
import { QueryState } from "@/components/ui/query-state";
import type { DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { useApi } from "@/lib/http/client/hooks.browser";
import { counted } from "@/lib/editing/data-quality/terms.browser";
import { isPath } from "@/lib/resources/resource-views.browser";
import { useSearchState } from "@/components/ui/use-search-state";
import { filterProblems, filterSchema, isFiltered, ProblemFilters } from "./problem-filters";
import { ProblemRows } from "./problem-rows";
import {
  hasDecision,
  hasOneFix,
  isSnoozed,
  noneLeft,
  problemKey,
  readyFixes,
  useNextProblem,
  verifications,
  type Remedy,
} from "./remedies";
import { useSnoozing } from "./snoozing";
import { late } from "@/components/ui/late";
import { Button } from "@/components/ui/button";

const FieldsDialog = late(() => import("./fix-dialogs"), "FieldsDialog");
const MergeRecordsDialog = late(() => import("@/components/records/merge/merge-records-dialog"), "MergeRecordsDialog");
const MissingSourcesDialog = late(() => import("./fix-dialogs"), "MissingSourcesDialog");

const none: readonly DataProblem[] = [];

/** What can be done about selected problems, each about those that it is for. */
const bulkRemedies: readonly { remedy: Remedy; label: string; isFor(problem: DataProblem): boolean }[] = [
  { remedy: { kind: "verify" }, label: verifyLabel, isFor: hasDecision("verify") },
  { remedy: { kind: "source" }, label: "Add a source…", isFor: hasDecision("source") },
  { remedy: { kind: "fix" }, label: "Apply the fixes", isFor: hasOneFix },
  { remedy: { kind: "snooze" }, label: "Snooze…", isFor: (problem) => !isSnoozed(problem) },
  { remedy: { kind: "unsnooze" }, label: "End snooze", isFor: isSnoozed },
];

/** The data problems by rule, each with its fixes; at the end those that are snoozed. */
export function ProblemList() {
  const { data, error, refetch } = useApi<DataProblem[]>("/problems");
  const [filter, setFilter] = useSearchState(filterSchema);
  /** The dialog of a remedy that needs one. */
  const [open, setOpen] = useState<{ remedy: Remedy; problems: readonly DataProblem[] } | null>(null);

  const all = data?.body ?? none;
  const narrow = (problems: readonly DataProblem[]) =>
    filterProblems(problems, filter).filter((problem) => !isSnoozed(problem));
  const listed = narrow(all);
  const rows = [...listed, ...filterProblems(all, filter).filter(isSnoozed)];
  const selection = useSelection(() => rows.map(problemKey));
  const selected = rows.filter((problem) => selection.selected.has(problemKey(problem)));
  const fixing = useChanges();
  const { heard, begin, moveOn } = useNextProblem({ all, listed, narrow });
  const snoozing = useSnoozing();
  const isBusy = fixing.isBusy || snoozing.isBusy;

  /** Does at once what needs no dialog. @param row the problem whose own button it is; null: of the selected ones. */
  async function act(remedy: Remedy, problems: readonly DataProblem[], row: DataProblem | null) {
    begin();
    if (remedy.kind === "snooze" || remedy.kind === "unsnooze") {
      if (!(await snoozing[remedy.kind](problems))) return;
      selection.clear();
      // The toast has said so.
      moveOn(problems, "");
    } else if (remedy.kind === "verify" || remedy.kind === "fix") {
      const [changes, text] =
        remedy.kind === "verify"
          ? [verifications(problems), verifiedText(row?.name ?? counted(problems.length, "record"))]
          : [remedy.changes ?? readyFixes(problems), `Fixed ${row?.name ?? counted(problems.length, "problem")}.`];
      if (!(await fixing.make(changes, text, row ? `${row.resource}/${row.record_id}` : undefined))) return;
      if (!row) selection.clear();
      moveOn(problems);
    } else setOpen({ remedy, problems: problems.filter((problem) => !isSnoozed(problem)) });
  }

  if (!data)
    return (
      <QueryState
        query={{ data, error, refetch }}
        what="the data"
        shape="rows"
        lines={20}
        label="Checking the data…"
        title="The data can’t be checked right now"
      />
    );
  const closing = {
    onDone: () => {
      if (!open) return;
      const { problems, remedy } = open;
      setOpen(null);
      if (remedy.kind === "source") selection.clear();
      moveOn(problems);
    },
    onDismiss: () => setOpen(null),
  };
  const [first] = open?.problems ?? [];
  return (
    <div className="grid gap-4">
      <p role="status" className="sr-only">
        {heard}
      </p>
      <ProblemFilters problems={all} filter={filter} onFilter={setFilter} />
      {listed.length === 0 && (
        <div id={noneLeft} tabIndex={-1}>
          <EmptyState title={isFiltered(filter) ? "No problems match your filters" : "No problems found"}>
            <p className="text-sm text-muted">Contradictory, outdated or missing data will be listed here.</p>
          </EmptyState>
        </div>
      )}
      {fixing.error && <ChangeErrors error={fixing.error} nameOf={() => "The fix"} />}
      <WriteError error={snoozing.error} />
      {rows.length > 0 && (
        <ProblemRows
          problems={rows}
          selection={selection}
          isBusy={isBusy}
          onChoose={(problem, remedy) => void act(remedy, [problem], problem)}
        />
      )}
      {selected.length > 0 && (
        <div
          role="group"
          aria-label="Actions for selected problems"
          className="sticky bottom-2 z-10 flex min-h-[52px] flex-wrap items-center gap-2 rounded border border-curtain bg-curtain-wash px-3 py-1 text-sm"
        >
          <span className="mr-2 font-semibold">{counted(selected.length, "problem")} selected</span>
          {bulkRemedies
            .map((one) => ({ ...one, problems: selected.filter(one.isFor) }))
            .filter(({ problems }) => problems.length > 0)
            .map(({ remedy, label, problems }) => (
              <Button
                key={label}
                aria-disabled={isBusy}
                onClick={() => {
                  if (!isBusy) void act(remedy, problems, null);
                }}
              >
                {`${label} (${problems.length})`}
              </Button>
            ))}
          <Button look="plain" onClick={selection.clear}>
            Clear selection
          </Button>
        </div>
      )}
      {open?.remedy.kind === "fields" && first && <FieldsDialog {...closing} problem={first} decision={open.remedy} />}
      {open?.remedy.kind === "merge" && isPath(open.remedy.resource) && (
        <MergeRecordsDialog
          path={open.remedy.resource}
          ids={open.remedy.record_ids}
          onMerged={closing.onDone}
          onDismiss={closing.onDismiss}
        />
      )}
      {open?.remedy.kind === "source" && <MissingSourcesDialog {...closing} problems={open.problems} />}
    </div>
  );
}
