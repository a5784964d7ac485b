"use client";

import { useState } from "react";
import { ChangeErrors, verifiedText, verifyLabel } from "@/components/records/changes/use-changes";
import { useSelection } from "@/components/records/list/selection";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorNotice } from "@/components/ui/error-notice";
import { QueryState } from "@/components/ui/query-state";
import type { RequestedChange } from "@/lib/editing/changes/schema.browser";
import type { DataDecision, DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { useApi } from "@/lib/http/client/hooks.browser";
import { isPath } from "@/lib/resources/resource-views.browser";
import { useSearchState } from "@/components/ui/use-search-state";
import { hasDecision, hasOneFix, readyFixes, verifications } from "./bulk-fixes";
import { problemKey, useFix } from "./use-fix";
import { filterProblems, filterSchema, isFiltered, ProblemFilters } from "./problem-filters";
import type { Remedy } from "./problem-row";
import { ProblemRows } from "./problem-rows";
import { problemCount, useSnoozing } from "./use-snoozing";
import { late } from "@/components/ui/late";
import { Button } from "@/components/ui/button";

const FieldsDialog = late(() => import("./fields-dialog"), "FieldsDialog");
const MergeRecordsDialog = late(() => import("@/components/records/merge/merge-records-dialog"), "MergeRecordsDialog");
const MissingSourcesDialog = late(() => import("./problem-dialogs"), "MissingSourcesDialog");
const SnoozeDialog = late(() => import("./problem-dialogs"), "SnoozeDialog");

type OpenDialog =
  | { kind: "decision"; problem: DataProblem; decision: DataDecision }
  | { kind: "source" | "snooze"; problems: readonly DataProblem[] };

const none: readonly DataProblem[] = [];

/** The data problems by rule, each with its fixes; at the end those that are snoozed. */
export function ProblemList() {
  const { data, error, refetch } = useApi<DataProblem[]>("/problems");
  const [filter, setFilter] = useSearchState(filterSchema);
  const [open, setOpen] = useState<OpenDialog | null>(null);

  const all = data?.body ?? none;
  const shown = filterProblems(all, filter);
  const narrow = (problems: readonly DataProblem[]) =>
    filterProblems(problems, filter).filter(({ snooze }) => snooze === null);
  const listed = narrow(all);
  const rows = [...listed, ...shown.filter(({ snooze }) => snooze !== null)];
  const selection = useSelection(() => rows.map(problemKey));
  const selected = rows.filter((problem) => selection.selected.has(problemKey(problem)));
  const fixing = useFix({ all, listed, narrow });
  const snoozing = useSnoozing();
  const isBusy = fixing.isBusy || snoozing.isBusy;

  async function unsnooze(problems: readonly DataProblem[]) {
    if (!(await snoozing.unsnooze(problems))) return;
    selection.clear();
    // The toast has said so.
    fixing.moveOn(problems, "");
  }

  async function change(problems: readonly DataProblem[], changes: readonly RequestedChange[], text: string) {
    if (await fixing.apply(problems, changes, text)) selection.clear();
  }

  function choose(problem: DataProblem, chosen: Remedy) {
    fixing.forget();
    if (!("kind" in chosen)) return void fixing.apply([problem], chosen.changes, `Fixed ${problem.name}.`);
    if (chosen.kind === "unsnooze") return void unsnooze([problem]);
    if (chosen.kind === "snooze" || chosen.kind === "source")
      return setOpen({ kind: chosen.kind, problems: [problem] });
    if (chosen.kind === "verify")
      return void fixing.apply([problem], verifications([problem]), verifiedText(problem.name));
    setOpen({ kind: "decision", problem, decision: chosen });
  }

  function act(action: BulkAction) {
    fixing.forget();
    const [verified, fixed] = [selected.filter(hasDecision("verify")), selected.filter(hasOneFix)];
    if (action === "verify") void change(verified, verifications(verified), verifiedText(countRecords(verified)));
    else if (action === "fix") void change(fixed, readyFixes(fixed), `Fixed ${problemCount(fixed)}.`);
    else if (action === "unsnooze") void unsnooze(selected.filter(({ snooze }) => snooze !== null));
    else setOpen({ kind: action, problems: selected.filter(({ snooze }) => snooze === null) });
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
  const close = () => {
    fixing.forget();
    setOpen(null);
  };
  const closing = { onDone: () => setOpen(null), onDismiss: close };
  const closingMany = {
    onDone: () => {
      setOpen(null);
      selection.clear();
    },
    onDismiss: close,
  };
  return (
    <div className="grid gap-4">
      <p role="status" className="sr-only">
        {fixing.heard}
      </p>
      <ProblemFilters problems={all} filter={filter} onFilter={setFilter} />
      {listed.length === 0 && (
        <div id="none-left" tabIndex={-1}>
          <EmptyState title={isFiltered(filter) ? "No problems match your filters" : "No problems found"}>
            <p className="text-sm text-muted">Contradictory, outdated or missing data will be listed here.</p>
          </EmptyState>
        </div>
      )}
      {fixing.error && !open && <ChangeErrors error={fixing.error} nameOf={() => "The fix"} />}
      {snoozing.error && !open && (
        <ErrorNotice
          title="The snooze can’t be changed"
          text={snoozing.error.message}
          requestId={snoozing.error.response?.requestId}
        />
      )}
      {rows.length > 0 && <ProblemRows problems={rows} selection={selection} isBusy={isBusy} onChoose={choose} />}
      <SelectedProblems problems={selected} isBusy={isBusy} onAct={act} onClear={selection.clear} />
      {open?.kind === "decision" && open.decision.kind === "fields" && (
        <FieldsDialog {...closing} problem={open.problem} fixing={fixing} decision={open.decision} />
      )}
      {open?.kind === "decision" && open.decision.kind === "merge" && isPath(open.decision.resource) && (
        <MergeRecordsDialog
          path={open.decision.resource}
          ids={open.decision.record_ids}
          onMerged={() => {
            closing.onDone();
            fixing.moveOn([open.problem]);
          }}
          onDismiss={close}
        />
      )}
      {open?.kind === "source" && <MissingSourcesDialog {...closingMany} problems={open.problems} fixing={fixing} />}
      {open?.kind === "snooze" && (
        <SnoozeDialog
          problems={open.problems}
          snoozing={snoozing}
          onDismiss={close}
          onDone={() => {
            closingMany.onDone();
            fixing.moveOn(open.problems, "");
          }}
        />
      )}
    </div>
  );
}

function countRecords({ length }: readonly DataProblem[]): string {
  return length === 1 ? "1 record" : `${length} records`;
}

export type BulkAction = "verify" | "source" | "fix" | "snooze" | "unsnooze";

interface Props {
  problems: readonly DataProblem[];
  isBusy: boolean;
  onAct(action: BulkAction): void;
  onClear(): void;
}

const actions: readonly { action: BulkAction; label: string; isFor(problem: DataProblem): boolean }[] = [
  { action: "verify", label: verifyLabel, isFor: hasDecision("verify") },
  { action: "source", label: "Add a source…", isFor: hasDecision("source") },
  { action: "fix", label: "Apply the fixes", isFor: hasOneFix },
  { action: "snooze", label: "Snooze…", isFor: ({ snooze }) => snooze === null },
  { action: "unsnooze", label: "End snooze", isFor: ({ snooze }) => snooze !== null },
];

/** What can be done about the selected problems, each with the number of those that it is for. */
export function SelectedProblems({ problems, isBusy, onAct, onClear }: Props) {
  if (problems.length === 0) return null;
  return (
    <div
      role="group"
      aria-label="Actions for selected problems"
      className="sticky bottom-2 z-10 flex min-h-[52px] flex-wrap items-center gap-2 rounded border border-curtain bg-curtain-wash px-3 py-1 text-sm"
    >
      <span className="mr-2 font-semibold">{problemCount(problems)} selected</span>
      {actions.map(({ action, label, isFor }) => {
        const count = problems.filter(isFor).length;
        return (
          count > 0 && (
            <Button
              key={action}
              aria-disabled={isBusy}
              onClick={() => {
                if (!isBusy) onAct(action);
              }}
            >
              {`${label} (${count})`}
            </Button>
          )
        );
      })}
      <Button look="plain" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  );
}
