import type { SkippedLine } from "./read-cast-list";

/** The lines of a pasted text that are no entries, each with the reason. */
export function SkippedLines({ lines }: { lines: readonly SkippedLine[] }) {
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="skipped-lines" className="text-sm">
      <h3 id="skipped-lines" className="font-semibold">
        {lines.length === 1 ? "1 skipped line" : `${lines.length} skipped lines`}
      </h3>
      <ul className="mt-1 grid gap-1 text-muted">
        {lines.map(({ line, text, reason }) => (
          <li key={line} className="break-words">
            <span className="font-mono">{line}</span> {text} <span className="italic">({reason})</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
