/** What the marks of a chart mean. @param entries the classes that give a swatch a mark's look, and its meaning. */
export function Legend({ entries }: { entries: readonly { look: string; label: string }[] }) {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {entries.map(({ look, label }) => (
        <li key={label} className="flex items-center gap-2">
          <span aria-hidden="true" className={`h-3 [print-color-adjust:exact] ${look}`} />
          {label}
        </li>
      ))}
    </ul>
  );
}
