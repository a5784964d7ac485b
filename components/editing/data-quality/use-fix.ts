import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useChanges } from "@/components/records/changes/use-changes";
import { apiQueryKey, type CachedResponse } from "@/lib/http/client/hooks.browser";
import type { RequestedChange } from "@/lib/editing/changes/schema.browser";
import type { DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { ruleNames } from "@/lib/editing/data-quality/terms.browser";

/** What the page shows: all problems as they were read, and those that are listed. */
interface Shown {
  all: readonly DataProblem[];
  listed: readonly DataProblem[];
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

  /** Moves on from problems once the list was read again. @param message what is announced; default: the result. */
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
  async function apply(
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
    apply,
    moveOn,
    heard,
    isBusy,
    isSlow,
    stop,
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

/** The focus target after a fix: a problem, the heading of a rule, or the message that none are left. */
export type FocusTarget = { problem: string } | { rule: DataProblem["rule"] } | "none left";

/** The key of a problem: a record has at most one of each rule. */
export function problemKey({
  rule,
  resource,
  record_id,
}: Pick<DataProblem, "rule" | "resource" | "record_id">): string {
  return `${rule}/${resource}/${record_id}`;
}

/** The fixed problem while it is still listed; else the next one of its rule, else the heading of the next rule. */
export function nextFocus(
  fixed: DataProblem,
  before: readonly DataProblem[],
  after: readonly DataProblem[],
): FocusTarget {
  const left = new Set(after.map(problemKey));
  const index = before.findIndex((problem) => problemKey(problem) === problemKey(fixed));
  const next = before
    .slice(Math.max(0, index))
    .find((problem) => problem.rule === fixed.rule && left.has(problemKey(problem)));
  if (next) return { problem: problemKey(next) };
  const rules = after.map(({ rule }) => rule);
  const here = ruleNames.indexOf(fixed.rule);
  const rule = rules.find((one) => ruleNames.indexOf(one) >= here) ?? rules.at(-1);
  return rule === undefined ? "none left" : { rule };
}

/** The result of a fix, for screen readers. */
export function fixMessage(fixed: readonly DataProblem[], after: readonly DataProblem[]): string {
  const left = new Set(after.map(problemKey));
  const isLeft = fixed.some((problem) => left.has(problemKey(problem)));
  const count =
    after.length === 0 ? "No problems left." : `${after.length} ${after.length === 1 ? "problem" : "problems"} left.`;
  const still = fixed.length === 1 ? "the problem is still there" : "some problems are still there";
  return isLeft ? `Saved, but ${still}. ${count}` : `Fixed. ${count}`;
}
