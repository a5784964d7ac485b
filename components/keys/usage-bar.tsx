import { formatCount, usedFraction, type UsageShare } from "./usage-share";

interface Props {
  label: string;
  share: Pick<UsageShare, "used" | "limit">;
  /** The segments of the bar, if there are several. */
  parts?: readonly UsageShare[];
  size?: "small" | "usual";
}

/** Used requests of a limit. Any usage is visible, even one of ten thousand. */
export function UsageBar({ label, share, parts, size = "usual" }: Props) {
  const pieces = parts ?? [{ id: "all", name: label, ...share }];
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={share.limit}
      aria-valuenow={Math.min(share.used, share.limit)}
      aria-valuetext={`${formatCount(share.used)} of ${formatCount(share.limit)} requests`}
      className={`flex w-full gap-px overflow-hidden rounded border border-edge bg-sunken ${size === "small" ? "h-2" : "h-4"}`}
    >
      {pieces
        .filter(({ used }) => used > 0)
        .map(({ id, used }) => (
          <span
            key={id}
            className="min-w-1 bg-curtain-fill"
            style={{ width: `${usedFraction({ used, limit: share.limit }) * 100}%` }}
          />
        ))}
    </div>
  );
}
