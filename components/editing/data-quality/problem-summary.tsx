"use client";

import Link from "next/link";
import { useMay } from "@/components/accounts/current-staff";
import { Badge } from "@/components/ui/badge";
import { QueryState } from "@/components/ui/query-state";
import { TitledSection } from "@/components/ui/titled-section";
import type { ProblemCounts } from "@/lib/editing/data-quality/schema.browser";
import { problemRules, ruleNames } from "@/lib/editing/data-quality/terms.browser";
import { useApi } from "@/lib/http/client/hooks.browser";

/** The number of data problems by rule, without snoozed ones, the most urgent first. */
export function ProblemSummary() {
  const mayReview = useMay("reviewData");
  const { data, error, refetch } = useApi<ProblemCounts>("/problems/counts", { isEnabled: mayReview });
  if (!mayReview) return null;
  const counts = ruleNames
    .map((rule) => ({ rule, ...problemRules[rule], count: data?.body.now[rule] ?? 0 }))
    .filter(({ count }) => count > 0);
  const areMixed = new Set(counts.map(({ severity }) => severity)).size > 1;
  return (
    <TitledSection id="problems" title="Needs attention" className="mb-8">
      <QueryState
        query={{ data, error, refetch }}
        what="the data"
        shape="rows"
        lines={4}
        label="Checking the data…"
        title="The data can’t be checked right now"
        className="mt-3 rounded border border-line"
      />
      {data && counts.length === 0 && <p className="mt-3 text-sm text-muted">No problems found.</p>}
      <ul className="mt-3 grid gap-x-8 border-t border-line text-sm empty:hidden sm:grid-cols-2">
        {counts.map(({ rule, title, severity, count }) => (
          <li key={rule} className="border-b border-line">
            <Link
              href={`/dashboard/data-quality?rule=${rule}`}
              prefetch={false}
              className="flex min-h-10 items-center gap-3 hover:text-curtain"
            >
              <span className="w-8 shrink-0 text-right font-mono">{count}</span>
              <span className="min-w-0 grow basis-32 underline decoration-edge underline-offset-4">{title}</span>
              {areMixed && (
                <Badge tone={severity === "contradiction" ? "danger" : "neutral"}>
                  {severity === "contradiction" ? "Error" : "To check"}
                </Badge>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
