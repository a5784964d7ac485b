import { daysAfter, today } from "@/components/ui/calendar";
import type { ProblemCounts } from "@/lib/editing/data-quality/schema.browser";
import { problemRules, ruleNames, type ProblemRule } from "@/lib/editing/data-quality/terms.browser";
import { CountSparkline } from "./count-sparkline";

const columns = [
  { title: "Today", daysAgo: 0 },
  { title: "7 days ago", daysAgo: 7 },
  { title: "30 days ago", daysAgo: 30 },
  // The API’s 90 days are with today.
  { title: "89 days ago", daysAgo: 89 },
] as const;

/** How many problems of each rule there were, for the rules that had any. */
export function CountTable({ counts: { now, days } }: { counts: ProblemCounts }) {
  const rules = ruleNames.filter((rule) => (now[rule] ?? 0) > 0 || days.some(({ counts }) => (counts[rule] ?? 0) > 0));
  const hasTrend = days.length > 1;
  if (rules.length === 0) return <p className="text-sm text-muted">No problems found on any day.</p>;
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Trend">
      <table className="w-full text-left text-sm">
        <thead className="border-b border-line text-muted">
          <tr>
            <th scope="col" className="py-2 pr-4 font-semibold">
              Problem
            </th>
            {columns.map(({ title }) => (
              <th key={title} scope="col" className="py-2 pr-4 text-right font-semibold whitespace-nowrap">
                {title}
              </th>
            ))}
            {hasTrend && (
              <th scope="col" className="py-2 font-semibold">
                Trend
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <tr key={rule} className="border-b border-line">
              <th scope="row" className="py-2 pr-4 font-normal">
                {problemRules[rule].title}
              </th>
              {columns.map(({ title, daysAgo }) => (
                <td key={title} className="py-2 pr-4 text-right font-mono">
                  {daysAgo === 0 ? (now[rule] ?? 0) : (countOn(rule, days, daysAfter(today(), -daysAgo)) ?? "–")}
                </td>
              ))}
              {hasTrend && (
                <td className="py-2">
                  <CountSparkline rule={rule} days={days} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The last count until a day; null when there was none yet. */
function countOn(rule: ProblemRule, days: ProblemCounts["days"], day: string): number | null {
  return days.findLast(({ date }) => date <= day)?.counts[rule] ?? null;
}
