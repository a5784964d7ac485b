"use client";

import { Refusal } from "@/components/changes/refusal";
import { useChanges } from "@/components/changes/use-changes";
import { Empty } from "@/components/ui/empty";
import { Skeleton } from "@/components/ui/skeleton";
import { Trouble } from "@/components/ui/trouble";
import type { DataProblem } from "@/lib/data-problems/schema";
import { ProblemRow } from "./problem-row";
import { ruleTitles } from "./rule-titles";
import { useProblems } from "./use-problems";

type Fix = DataProblem["fixes"][number];

/** What is wrong in the data, rule by rule, each with its fix where a machine can know one. */
export function ProblemList() {
  const { data, error, refetch } = useProblems();
  const { make, isBusy, error: refusal } = useChanges();
  const mend = ({ changes }: Fix) => void make(changes, "Mended.");

  if (!data && error)
    return (
      <Trouble
        title="The problems could not be read"
        text={error.message}
        requestId={error.answer?.requestId}
        retry={() => void refetch()}
        className="rounded border border-line"
      />
    );
  if (!data) return <Skeleton lines={10} label="Looking through the listings…" />;
  if (data.body.length === 0)
    return (
      <Empty title="Nothing is wrong">
        <p className="text-sm text-muted">What contradicts itself, is out of date or is missing would stand here.</p>
      </Empty>
    );
  return (
    <div className="grid gap-8">
      {refusal && <Refusal error={refusal} nameOf={() => "The fix"} />}
      {Object.entries(ruleTitles).map(([rule, title]) => {
        const problems = data.body.filter((problem) => problem.rule === rule);
        return (
          problems.length > 0 && (
            <section key={rule} aria-labelledby={rule}>
              <h2 id={rule} className="mb-2 text-xl font-semibold">
                {title} <span className="text-sm text-muted">{problems.length}</span>
              </h2>
              <ul className="divide-y divide-line rounded border border-line bg-raised">
                {problems.map((problem) => (
                  <ProblemRow key={problem.record_id} problem={problem} isBusy={isBusy} mend={mend} />
                ))}
              </ul>
            </section>
          )
        );
      })}
    </div>
  );
}
