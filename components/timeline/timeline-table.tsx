import { formatDay } from "@/components/calendar";
import { RecordLink } from "@/components/directory/record-link";
import type { HouseRow, Span } from "./house-rows";

/** The facts of the chart, as text. */
export function TimelineTable({ rows }: { rows: readonly HouseRow[] }) {
  return (
    <div
      role="region"
      aria-label="Runs as a table"
      tabIndex={0}
      className="overflow-x-auto rounded border border-line bg-raised"
    >
      <table className="w-full min-w-[560px] border-collapse text-left text-sm">
        <thead className="bg-sunken">
          <tr>
            {["Theatre", "Show", "Opens", "Closes"].map((title) => (
              <th key={title} scope="col" className="px-3 py-2 font-semibold">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map((row) => (
          <tbody key={row.id} className="border-t border-line">
            {linesOf(row).map(({ key, what, span, runId }, index) => (
              <tr key={key}>
                {index === 0 && (
                  <th scope="rowgroup" rowSpan={linesOf(row).length} className="px-3 py-1 align-top font-normal">
                    <RecordLink path="theatres" id={row.id}>
                      {row.name}
                    </RecordLink>
                  </th>
                )}
                <td className="px-3 py-1">
                  {runId === undefined ? (
                    <span className="text-muted">{what}</span>
                  ) : (
                    <RecordLink path="productions" id={runId}>
                      {what}
                    </RecordLink>
                  )}
                </td>
                <td className="px-3 py-1 whitespace-nowrap">{formatDay(span.first)}</td>
                <td className="px-3 py-1 whitespace-nowrap">
                  {span.last ? formatDay(span.last) : runId && "Open-ended"}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

interface Line {
  key: string;
  what: string;
  span: Span;
  runId?: string;
}

/** Runs, gaps and overlaps of a theatre, by their first day. */
function linesOf({ bars, gaps, overlaps }: HouseRow): Line[] {
  return [
    ...bars.map(({ run }) => ({
      key: run.id,
      what: run.showName,
      span: { first: run.opening_date, last: run.closing_date },
      runId: run.id,
    })),
    ...gaps.map((span) => ({
      key: `gap ${span.first}`,
      what: span.last === null ? "Nothing announced" : "Dark",
      span,
    })),
    ...overlaps.map((span) => ({ key: `overlap ${span.first}`, what: "Overlapping runs", span })),
  ].toSorted((a, b) => (a.span.first < b.span.first ? -1 : 1));
}
