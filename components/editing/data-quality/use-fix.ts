import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useChanges } from "@/components/records/changes/use-changes";
import { apiQueryKey, type CachedResponse } from "@/lib/client/hooks.browser";
import type { RequestedChange } from "@/lib/editing/changes/schema.browser";
import type { DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { nextFocus, fixMessage, type FocusTarget } from "./next-focus";

/** What the page shows: all problems as they were read, and those that are listed. */
interface Shown {
  all: readonly DataProblem[];
  listed: readonly DataProblem[];
  /** Which of the problems are listed. */
  narrow(problems: readonly DataProblem[]): DataProblem[];
}

/** Applies fixes, announces how many problems are left, and moves the focus, because the fixed rows disappear. */
export function useFix({ all, listed, narrow }: Shown) {
  const { make, error, isBusy, isSlow, stop } = useChanges();
  const [isForgotten, setIsForgotten] = useState(false);
  const client = useQueryClient();
  const [heard, setHeard] = useState("");
  const [next, setNext] = useState<{ goal: FocusTarget; after: readonly DataProblem[] } | null>(null);

  // Only once the list shows the remaining problems.
  useEffect(() => {
    if (next && next.after === all) elementOf(next.goal)?.focus();
  }, [next, all]);

  /**
   * Moves on from problems that are fixed or snoozed, after the list was read again.
   *
   * @param message what is announced; default: whether they are fixed.
   */
  function moveOn(problems: readonly DataProblem[], message?: string): void {
    const after = client.getQueryData<CachedResponse<DataProblem[]>>(apiQueryKey("/problems"))?.body ?? [];
    const left = narrow(after);
    const [first] = problems;
    setHeard(message ?? fixMessage(problems, left));
    if (first) setNext({ goal: nextFocus(first, listed, left), after });
  }

  /**
   * @param text the toast when it is done.
   * @param close closes the dialog; behind an open dialog nothing can have the focus.
   * @returns whether it is done.
   */
  async function applyAll(
    problems: readonly DataProblem[],
    changes: readonly RequestedChange[],
    text: string,
    close: () => void = () => undefined,
  ): Promise<boolean> {
    setHeard("");
    setIsForgotten(false);
    const [first] = problems;
    const about = first && problems.length === 1 ? `${first.resource}/${first.record_id}` : undefined;
    if (!(await make(changes, text, about))) return false;
    close();
    moveOn(problems);
    return true;
  }

  return {
    applyAll,
    apply: (problem: DataProblem, ...more: [changes: readonly RequestedChange[], text: string, close?: () => void]) =>
      applyAll([problem], ...more),
    moveOn,
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
