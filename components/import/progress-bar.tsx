import type { Progress } from "@/components/changes/send-changes";

interface Props {
  label: string;
  /** Null before the first progress report. */
  progress: Progress | null;
}

export function ProgressBar({ label, progress }: Props) {
  const share = progress && progress.of > 0 ? progress.done / progress.of : 0;
  return (
    <div className="grid gap-2 text-sm">
      <p>
        {label}
        {progress && `: ${progress.done.toLocaleString("en-GB")} of ${progress.of.toLocaleString("en-GB")}`}
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="h-2 overflow-hidden rounded bg-sunken"
      >
        <div className="h-full bg-curtain-fill" style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}
