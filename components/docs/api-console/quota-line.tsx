import type { QuotaReading } from "./use-calls";

const hourSeconds = 3600;

/** The X-RateLimit headers of the last response. */
export function QuotaLine({ quota }: { quota: QuotaReading | null }) {
  const figures = [
    ["Limit", quota && quota.limit.toLocaleString("en-GB")],
    ["Remaining", quota && quota.remaining.toLocaleString("en-GB")],
    ["Reset", quota && inHours(quota.secondsLeft)],
  ] as const;
  return (
    <dl className="grid grid-cols-3 border-t border-line">
      {figures.map(([name, figure]) => (
        <div key={name} className="min-w-0 px-4 py-2">
          <dt className="text-xs break-words text-muted">X-RateLimit-{name}</dt>
          <dd className="font-mono text-sm">{figure ?? "–"}</dd>
        </div>
      ))}
    </dl>
  );
}

function inHours(seconds: number): string {
  if (seconds < 60) return "in a minute";
  const [hours, minutes] = [Math.floor(seconds / hourSeconds), Math.floor((seconds % hourSeconds) / 60)];
  return hours > 0 ? `in ${hours} h ${minutes} min` : `in ${minutes} min`;
}
