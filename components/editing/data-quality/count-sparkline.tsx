import { formatDay } from "@/components/ui/calendar";
import { StackedBars } from "@/components/ui/charts/stacked-bars";
import type { ProblemCounts } from "@/lib/editing/data-quality/schema.browser";
import type { ProblemRule } from "@/lib/editing/data-quality/terms.browser";

const [shownDays, step, height] = [30, 4, 20];

/** The last days' counts of a rule as small bars; nothing before there are two days. */
export function CountSparkline({ rule, days }: { rule: ProblemRule; days: ProblemCounts["days"] }) {
  const shown = days.slice(-shownDays).map(({ date, counts }) => ({ date, count: counts[rule] ?? 0 }));
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last || first === last) return null;
  const most = Math.max(...shown.map(({ count }) => count));
  return (
    <svg
      role="img"
      aria-label={`${first.count} on ${formatDay(first.date)}, ${last.count} on ${formatDay(last.date)}, at most ${most}`}
      width={shown.length * step}
      height={height}
      className="mb-1"
    >
      <StackedBars columns={shown.map(({ count }) => [count])} looks={["fill-gilt"]} height={height} most={most} />
    </svg>
  );
}
