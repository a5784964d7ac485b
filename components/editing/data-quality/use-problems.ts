import { useApi } from "@/lib/http/client/hooks.browser";
import type { DataProblem, ProblemCounts } from "@/lib/editing/data-quality/schema.browser";

/** The current data problems, snoozed ones among them. */
export function useProblems() {
  return useApi<DataProblem[]>("/problems");
}

/** How many problems there are, which is much less than the problems themselves. */
export function useProblemCounts({ isEnabled = true }: { isEnabled?: boolean } = {}) {
  return useApi<ProblemCounts>("/problems/counts", { isEnabled });
}
