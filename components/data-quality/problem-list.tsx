"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { ChangeErrors } from "@/components/changes/change-errors";
import { EmptyState } from "@/components/ui/empty-state";
import { QueryState } from "@/components/ui/query-state";
import type { DataDecision, DataProblem } from "@/lib/data-quality/schema";
import { isPath } from "@/lib/resources/nouns";
import { problemKey } from "./next-focus";
import { ProblemRow, type Remedy } from "./problem-row";
import { ruleTitles } from "./rule-titles";
import { useProblems } from "./use-problems";
import { useRemedy } from "./use-remedy";

const FieldsDialog = dynamic(() => import("./fields-dialog").then(({ FieldsDialog }) => FieldsDialog), { ssr: false });
const MergeRecordsDialog = dynamic(
  () => import("@/components/merge/merge-records-dialog").then((loaded) => loaded.MergeRecordsDialog),
  { ssr: false },
);

const none: readonly DataProblem[] = [];

/** The data problems by rule, each with its fixes. */
export function ProblemList() {
  const { data, error, refetch } = useProblems();
  const remedy = useRemedy(data?.body ?? none);
  const [open, setOpen] = useState<{ problem: DataProblem; decision: DataDecision } | null>(null);

  function choose(problem: DataProblem, chosen: Remedy) {
    remedy.forget();
    if ("kind" in chosen) setOpen({ problem, decision: chosen });
    else void remedy.carryOut(problem, chosen.changes, `Fixed ${problem.name}.`);
  }

  if (!data)
    return (
      <QueryState
        query={{ data, error, refetch }}
        shape="rows"
        lines={12}
        label="Checking the data…"
        title="The data can’t be checked right now"
      />
    );
  const dialog = open && {
    problem: open.problem,
    remedy,
    onDone: () => setOpen(null),
    onDismiss: () => {
      remedy.forget();
      setOpen(null);
    },
  };
  return (
    <div className="grid gap-8">
      <p role="status" className="sr-only">
        {remedy.heard}
      </p>
      {data.body.length === 0 && (
        <div id="none-left" tabIndex={-1}>
          <EmptyState title="No problems found">
            <p className="text-sm text-muted">Contradictory, outdated or missing data will be listed here.</p>
          </EmptyState>
        </div>
      )}
      {remedy.error && !open && <ChangeErrors error={remedy.error} nameOf={() => "The fix"} />}
      {Object.entries(ruleTitles).map(([rule, title]) => {
        const problems = data.body.filter((problem) => problem.rule === rule);
        return (
          problems.length > 0 && (
            <section key={rule} aria-labelledby={rule}>
              <h2 id={rule} tabIndex={-1} className="mb-2 text-xl font-semibold">
                {title} <span className="text-sm text-muted">{problems.length}</span>
              </h2>
              <ul className="divide-y divide-line rounded border border-line bg-raised">
                {problems.map((problem) => (
                  <ProblemRow
                    key={problemKey(problem)}
                    problem={problem}
                    isBusy={remedy.isBusy}
                    onChoose={(chosen) => choose(problem, chosen)}
                  />
                ))}
              </ul>
            </section>
          )
        );
      })}
      {dialog && open.decision.kind === "fields" && <FieldsDialog {...dialog} decision={open.decision} />}
      {dialog && open.decision.kind === "merge" && isPath(open.decision.resource) && (
        <MergeRecordsDialog
          path={open.decision.resource}
          ids={open.decision.record_ids}
          onMerged={() => remedy.settle(open.problem, dialog.onDone)}
          onDismiss={dialog.onDismiss}
        />
      )}
    </div>
  );
}
