/** What support asks for when a page is reported. */
export function RequestLine({ label, text }: { label: string; text: string }) {
  return (
    <p className="mt-4 text-sm text-muted">
      {label} <code className="font-mono [overflow-wrap:anywhere] text-ink select-all">{text}</code>
    </p>
  );
}
