import type { DataProblem } from "@/lib/data-quality/schema";
import { ruleTitles } from "./rule-titles";

/** Where a person goes on after a remedy: at a problem, at the heading of a rule, or where there are none left. */
export type FocusTarget = { problem: string } | { rule: DataProblem["rule"] } | "none left";

/** What names a problem: a record has at most one of each rule. */
export function problemKey({ rule, record_id }: Pick<DataProblem, "rule" | "record_id">): string {
  return `${rule}/${record_id}`;
}

/** The problems as the page lists them. */
export function sortProblems(problems: readonly DataProblem[]): DataProblem[] {
  return Object.keys(ruleTitles).flatMap((rule) => problems.filter((problem) => problem.rule === rule));
}

/**
 * The remedied problem while it is still there; else the next one of its rule, else the heading of the next rule.
 *
 * @param before the problems that were listed when the remedy was chosen.
 * @param after those that are left.
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

/** What a remedy came to, for those who hear the page. */
export function remedyMessage(remedied: DataProblem, after: readonly DataProblem[]): string {
  const isLeft = after.some((problem) => problemKey(problem) === problemKey(remedied));
  const count = after.length === 0 ? "Nothing left." : `${after.length} left.`;
  return isLeft ? `Saved, but the problem is still there. ${count}` : `Done. ${count}`;
}
