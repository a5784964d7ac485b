"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useChanges } from "@/components/changes/use-changes";
import { apiQueryKey, type CachedResponse } from "@/lib/client/hooks";
import type { RequestedChange } from "@/lib/changes/schema";
import type { DataProblem } from "@/lib/data-quality/schema";
import { nextFocus, remedyMessage, type FocusTarget } from "./next-focus";

/**
 * Applies a fix, announces how many problems are left, and moves the focus, because the fixed row disappears.
 *
 * @param problems the listed problems.
 */
export function useRemedy(problems: readonly DataProblem[]) {
  const { make, error, isBusy, isSlow, stop } = useChanges();
  const [isForgotten, setIsForgotten] = useState(false);
  const client = useQueryClient();
  const [heard, setHeard] = useState("");
  const [next, setNext] = useState<{ goal: FocusTarget; after: readonly DataProblem[] } | null>(null);

  // Only once the list shows the remaining problems.
  useEffect(() => {
    if (next && next.after === problems) elementOf(next.goal)?.focus();
  }, [next, problems]);

  /**
   * @param text the toast when it is done.
   * @param close closes the dialog; behind an open dialog nothing can have the focus.
   * @returns whether it is done.
   */
  async function carryOut(
    problem: DataProblem,
    changes: readonly RequestedChange[],
    text: string,
    close: () => void = () => undefined,
  ): Promise<boolean> {
    setHeard("");
    setIsForgotten(false);
    const about = `${problem.resource}/${problem.record_id}`;
    if (!(await make(changes, text, about))) return false;
    settle(problem, close);
    return true;
  }

  /** Tells how many problems are left, and where to go on, after a fix that was made elsewhere. */
  function settle(problem: DataProblem, close: () => void) {
    const after = client.getQueryData<CachedResponse<DataProblem[]>>(apiQueryKey("/problems"))?.body ?? [];
    close();
    setHeard(remedyMessage(problem, after));
    setNext({ goal: nextFocus(problem, problems, after), after });
  }

  return {
    carryOut,
    settle,
    heard,
    isBusy,
    isSlow,
    stop,
    /** The error of the last fix. */
    error: isForgotten ? null : error,
    /** Clears the error when another fix is chosen. */
    forget: () => setIsForgotten(true),
  };
}

function elementOf(goal: FocusTarget): HTMLElement | null {
  if (goal === "none left") return document.getElementById("none-left");
  if ("rule" in goal) return document.getElementById(goal.rule);
  const row = document.getElementById(goal.problem);
  return row?.querySelector("button") ?? row?.querySelector("a") ?? null;
}
