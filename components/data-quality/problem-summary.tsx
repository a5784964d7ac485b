"use client";

import Link from "next/link";
import { QueryState } from "@/components/ui/query-state";
import { ruleTitles } from "./rule-titles";
import { useProblems } from "./use-problems";

/** The number of data problems by rule. */
export function ProblemSummary() {
  const { data, error, refetch } = useProblems();
  const counts = Object.entries(ruleTitles)
    .map(([rule, title]) => ({ rule, title, count: data?.body.filter((problem) => problem.rule === rule).length ?? 0 }))
    .filter(({ count }) => count > 0);
  return (
    <section aria-labelledby="problems" className="mb-10">
      <h2 id="problems" className="text-xl font-semibold">
        Needs attention
      </h2>
      <QueryState
        query={{ data, error, refetch }}
        lines={4}
        label="Checking the data…"
        title="The data can’t be checked right now"
        className="mt-3 rounded border border-line"
      />
      {data && counts.length === 0 && <p className="mt-3 text-sm text-muted">No problems found.</p>}
      <ul className="mt-3 grid gap-x-8 text-sm empty:hidden sm:grid-cols-2">
        {counts.map(({ rule, title, count }) => (
          <li key={rule} className="border-b border-line">
            <Link
              href={`/dashboard/data-quality#${rule}`}
              prefetch={false}
              className="flex min-h-10 items-center gap-3 hover:text-curtain"
            >
              <span className="w-8 shrink-0 text-right font-mono">{count}</span>
              <span className="underline decoration-edge underline-offset-4">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
