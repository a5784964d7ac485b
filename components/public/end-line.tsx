export interface EndLineProps {
  /** The calls of the API that give the same. */
  calls: readonly string[];
  /** The address of the calendar. */
  calendar?: string;
  /** The record that a reader can correct. */
  record?: { resource: string; id: string };
}

const linkClass = "underline decoration-edge underline-offset-4 hover:decoration-curtain";

/** The last line of a public page: the same as JSON, as a calendar, and where to correct it. */
export function EndLine({ calls, calendar, record }: EndLineProps) {
  if (calls.length === 0 && calendar === undefined && !record) return null;
  return (
    <p className="mt-10 flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-4 text-sm text-muted print:hidden">
      {calls.length > 0 && (
        <span className="[overflow-wrap:anywhere]">
          As JSON (one request):{" "}
          {calls.map((call, index) => (
            <span key={call}>
              {index > 0 && ", "}
              <a href={call} rel="nofollow" className={`font-mono ${linkClass}`}>
                {call}
              </a>
            </span>
          ))}
        </span>
      )}
      {calendar !== undefined && (
        <a href={calendar} className={linkClass}>
          Calendar
        </a>
      )}
      {record && (
        <a href={`/suggest?${new URLSearchParams({ ...record }).toString()}`} rel="nofollow" className={linkClass}>
          Suggest a correction
        </a>
      )}
    </p>
  );
}
