import { JsonText } from "@/components/ui/json-text";

interface Props {
  label: string;
  /** The subject of the response. */
  subject: string;
  value: unknown;
}

/** A JSON response, formatted. */
export function JsonBlock({ label, subject, value }: Props) {
  return (
    <div className="mt-3 min-w-0 rounded border border-line bg-raised" data-json>
      <p className="border-b border-line px-3 py-2 text-sm text-muted">{label}</p>
      <pre
        tabIndex={0}
        role="region"
        aria-label={`${subject}: ${label}`}
        className="max-h-96 overflow-auto px-3 py-3 font-mono text-xs leading-5 [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        <JsonText text={JSON.stringify(value, null, 2)} />
      </pre>
    </div>
  );
}
