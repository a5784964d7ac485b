const number = new Intl.NumberFormat("en-GB");

export function formatCount(requests: number): string {
  return number.format(requests);
}

/** A limit as people type it: `50,000` or `50 000`. Text that is no number stays as it is, for the schema to refuse. */
export function parseLimit(typed: string): unknown {
  const digits = typed.replace(/[\s,]/g, "");
  return /^\d+$/.test(digits) ? Number(digits) : typed;
}

/** The share of a limit from which a warning is shown. */
const nearlyFull = 0.8;

/** Today's part of a daily limit, with a tick where the warning begins. Even one request of ten thousand is visible. */
export function UsageBar({ label, used, limit }: { label: string; used: number; limit: number }) {
  // The limit may have been lowered below what is used.
  const width = limit <= 0 ? 1 : Math.min(1, used / limit);
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
          style={{ width: `${width * 100}%` }}
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
