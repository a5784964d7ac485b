import { formatCount, nearlyFull, usedFraction, type UsageShare } from "./usage-share";

interface Props {
  label: string;
  share: UsageShare;
}

/** Used requests of a limit, with a tick where the warning begins. Any usage is visible, even one of ten thousand. */
export function UsageBar({ label, share }: Props) {
  const { used, limit } = share;
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.min(used, limit)}
      aria-valuetext={`${formatCount(used)} of ${formatCount(limit)} requests`}
      className="relative h-2 w-full overflow-hidden rounded border border-edge bg-sunken"
    >
      {used > 0 && (
        <span
          className="block h-full min-w-1 bg-curtain-fill forced-colors:bg-[Highlight]"
          style={{ width: `${usedFraction(share) * 100}%` }}
        />
      )}
      <span
        className="absolute inset-y-0 w-px bg-edge"
        style={{ insetInlineStart: `${nearlyFull * 100}%` }}
        title={`You get a notice at ${nearlyFull * 100} %.`}
      />
    </div>
  );
}
