import type { DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { ruleNames } from "@/lib/editing/data-quality/terms.browser";

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

/**
 * The fixed problem while it is still listed; else the next one of its rule, else the heading of the next rule.
 *
 * @param before the problems listed before the fix, in the order of the page.
 * @param after the problems left after it.
 */
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
