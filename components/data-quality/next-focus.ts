import type { DataProblem } from "@/lib/data-quality/schema";
import { ruleTitles } from "./rule-titles";

/** The focus target after a fix: a problem, the heading of a rule, or the message that none are left. */
export type FocusTarget = { problem: string } | { rule: DataProblem["rule"] } | "none left";

/** The key of a problem: a record has at most one of each rule. */
export function problemKey({ rule, record_id }: Pick<DataProblem, "rule" | "record_id">): string {
  return `${rule}/${record_id}`;
}

/** The problems in the order of the page. */
export function sortProblems(problems: readonly DataProblem[]): DataProblem[] {
  return Object.keys(ruleTitles).flatMap((rule) => problems.filter((problem) => problem.rule === rule));
}

/**
 * The fixed problem while it is still listed; else the next one of its rule, else the heading of the next rule.
 *
 * @param before the problems listed before the fix.
 * @param after the problems left after it.
 */
export function nextFocus(
  remedied: DataProblem,
  before: readonly DataProblem[],
  after: readonly DataProblem[],
): FocusTarget {
  const left = new Set(after.map(problemKey));
  const listed = sortProblems(before);
  const place = listed.findIndex((problem) => problemKey(problem) === problemKey(remedied));
  const next = listed.slice(place).find((problem) => problem.rule === remedied.rule && left.has(problemKey(problem)));
  if (next) return { problem: problemKey(next) };
  const rules = sortProblems(after).map(({ rule }) => rule);
  const order = Object.keys(ruleTitles);
  const here = order.indexOf(remedied.rule);
  const rule = rules.find((one) => order.indexOf(one) >= here) ?? rules.at(-1);
  return rule === undefined ? "none left" : { rule };
}

/** The result of a fix, for screen readers. */
export function remedyMessage(remedied: DataProblem, after: readonly DataProblem[]): string {
  const isLeft = after.some((problem) => problemKey(problem) === problemKey(remedied));
  const count =
    after.length === 0 ? "No problems left." : `${after.length} ${after.length === 1 ? "problem" : "problems"} left.`;
  return isLeft ? `Saved, but the problem is still there. ${count}` : `Fixed. ${count}`;
}
