import { formatDay } from "@/components/calendar";
import type { ProblemCounts } from "@/lib/data-quality/schema";
import type { ProblemRule } from "@/lib/data-quality/terms";

const [shownDays, barWidth, step, height] = [30, 3, 4, 20];

/** The last days' counts of a rule as small bars; nothing before there are two days. */
export function CountSparkline({ rule, days }: { rule: ProblemRule; days: ProblemCounts["days"] }) {
  const shown = days.slice(-shownDays).map(({ date, counts }) => ({ date, count: counts[rule] ?? 0 }));
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last || first === last) return null;
  const most = Math.max(1, ...shown.map(({ count }) => count));
  return (
    <svg
      role="img"
      aria-label={`${first.count} on ${formatDay(first.date)}, ${last.count} on ${formatDay(last.date)}, at most ${most}`}
      viewBox={`0 0 ${shown.length * step - 1} ${height}`}
      width={shown.length * step - 1}
      height={height}
      className="mb-1 forced-color-adjust-none"
    >
      {shown.map(({ date, count }, index) => {
        const bar = Math.max(1, (count / most) * height);
        return (
          <rect
            key={date}
            x={index * step}
            width={barWidth}
            y={height - bar}
            height={bar}
            className="fill-gilt forced-colors:fill-[Highlight]"
          />
        );
      })}
    </svg>
  );
}
