/** Placeholder lines for loading content, announced once to screen readers. */
export function Skeleton({ lines, label = "Loading…" }: { lines: number; label?: string }) {
  return (
    <div role="status" className="grid gap-3 py-2">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} aria-hidden="true" className="h-5 rounded bg-line" />
      ))}
    </div>
  );
}
