import { formatDay } from "@/lib/core/date-words.browser";
import { RecordLink } from "@/components/records/directory/record-link";
import { FactsTable } from "@/components/ui/charts/facts-table";
import type { HouseRow, Span } from "./house-rows";

/** The facts of the chart, as text. */
export function TimelineTable({ rows }: { rows: readonly HouseRow[] }) {
  return (
    <FactsTable
      label="Runs as a table"
      columns={["Theatre", "Show", "Opens", "Closes"]}
      groups={rows.map((row) => ({
        key: row.id,
        title: (
          <RecordLink path="theatres" id={row.id}>
            {row.name}
          </RecordLink>
        ),
        lines: linesOf(row).map(({ key, what, span, runId }) => ({
          key,
          what:
            runId === undefined ? (
              <span className="text-muted">{what}</span>
            ) : (
              <RecordLink path="productions" id={runId}>
                {what}
              </RecordLink>
            ),
          from: formatDay(span.first),
          to: span.last ? formatDay(span.last) : runId && "Open-ended",
        })),
      }))}
    />
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
