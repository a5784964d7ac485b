import { formatCount, usedFraction, type UsageShare } from "./usage-share";

interface Props {
  label: string;
  share: Pick<UsageShare, "used" | "limit">;
  /** What the bar is made of, when it is of more than one piece. */
  parts?: readonly UsageShare[];
  size?: "small" | "usual";
}

/** Requests used of those that there are. What was used at all can be seen, be it one of ten thousand. */
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
