"use client";

import { trusted } from "@/components/trusted";
import { useApi } from "@/lib/client/hooks";
import type { DataProblem } from "@/lib/data-quality/schema";

/** The current data problems. */
export function useProblems({ isEnabled = true }: { isEnabled?: boolean } = {}) {
  return useApi("/problems", trusted<DataProblem[]>(), { isEnabled });
}
