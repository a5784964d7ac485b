import type { ReactNode } from "react";
import { PageLink } from "@/components/records/directory/page-link";
import { RecordLink } from "@/components/records/record-name";
import { FactsTable } from "@/components/ui/charts/facts-table";
import { Legend } from "@/components/ui/charts/legend";
import { chosenLook, coverDays, DateChart, todayLook } from "@/components/ui/charts/date-chart";
import type { TimeWindow } from "@/components/ui/charts/time-window";
import type { BarGroup, BarRow } from "./bar-groups";
import { earliestDay, latestDay } from "@/lib/core/partial-dates.browser";
import { beginningOf, endAndSeenOf } from "../engagements";

const looks = {
  certain: "rounded border border-curtain-fill bg-curtain-fill",
  possible: "rounded border border-curtain bg-curtain-wash",
  undated: "rounded border hatched border-edge",
  seen: "border-b-4 border-ink",
};

interface Props {
  /** Names the chart. */
  label: string;
  groups: readonly BarGroup[];
  window: TimeWindow;
  day: string;
  /** The day that is looked at. */
  chosenDay?: string;
  /** What chooses that day, as wide as the days, above them. */
  slider?: ReactNode;
  /** Whether the bars are runs, whose dates are known. */
  areRuns?: boolean;
}

/** The chart of a cast, and folded below it the same as a table. @param columns what a group and a row are. */
export function CastChartWithTable({ columns, ...chart }: Props & { columns: readonly [string, string] }) {
  return (
    <>
      <CastChart {...chart} />
      <FactsTable
        label={`${chart.label}, as a table`}
        columns={[...columns, "From", "To"]}
        groups={chart.groups.map(({ id, title, rows }) => ({ key: id, title, lines: rows.flatMap(linesOf) }))}
      />
    </>
  );
}

function linesOf(row: BarRow) {
  const { id, engagements } = row;
  const what = <BarName row={row} />;
  if (engagements.length === 0) return [{ key: id, what, from: "Not known", to: "Not known" }];
  return engagements.map((one, index) => ({
    key: `${id} ${index}`,
    what,
    from: beginningOf(one),
    to: endAndSeenOf(one),
  }));
}

function BarName({ row: { id, path = "cast-members", name, href } }: { row: BarRow }) {
  if (href !== undefined) return <PageLink href={href}>{name}</PageLink>;
  return <RecordLink path={path} id={id} label={name} />;
}

/** The roles, below each of them who played it: solid where that is certain, pale where it is possible. */
export function CastChart({ label, groups, window, day, chosenDay, slider, areRuns = false }: Props) {
  const isSeen = groups.some(({ rows }) =>
    rows.some(({ engagements }) => engagements.some(({ seen }) => seen.length > 0)),
  );
  const legend = [
    { look: `w-6 ${looks.certain}`, label: areRuns ? "Running" : "In the cast" },
    !areRuns && { look: `w-6 ${looks.possible}`, label: "Possibly in the cast" },
    !areRuns && { look: `w-6 ${looks.undated}`, label: "Dates not known" },
    isSeen && { look: `w-6 ${looks.seen}`, label: "Seen in it" },
    { look: todayLook, label: "Today" },
    chosenDay !== undefined && { look: chosenLook, label: "Chosen day" },
  ];
  return (
    <DateChart
      aria-label={label}
      {...{ window, day, chosenDay }}
      head={
        <>
          <Legend entries={legend.filter((entry) => entry !== false)} />
          <div className="mt-2 sm:pl-48">{slider}</div>
        </>
      }
    >
      {groups.map(({ id, title, rows }) => (
        <li key={id} className="border-t border-line py-1">
          {title !== "" && <span className="text-muted">{title}</span>}
          <ul>
            {rows.map((row) => (
              <Row key={row.id} row={row} window={window} />
            ))}
          </ul>
        </li>
      ))}
    </DateChart>
  );
}

function Row({ row, window }: { row: BarRow; window: TimeWindow }) {
  const { engagements, presence } = row;
  const words = engagements.map((one) => `${beginningOf(one)} – ${endAndSeenOf(one)}`).join("; ") || "Dates not known";
  const possible = engagements.length > 0 ? looks.possible : looks.undated;
  const seen = engagements.flatMap((one) => one.seen);
  const bars = [
    ...presence.possible.map((days) => ({ days, look: `inset-y-1 ${possible}` })),
    ...presence.certain.map((days) => ({ days, look: `inset-y-1 ${looks.certain}` })),
    ...seen.map((date) => ({
      days: { first: earliestDay(date), last: latestDay(date) },
      look: `bottom-0 ${looks.seen}`,
    })),
  ];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] py-px sm:grid-cols-[192px_minmax(0,1fr)]">
      <span className="relative truncate pr-2 leading-6">
        <BarName row={row} />
        <span className="sr-only">, {words}</span>
      </span>
      <span aria-hidden="true" title={words} className="relative h-6">
        {bars.map(({ days, look }, index) => (
          <span key={index} className={`absolute min-w-1 ${look}`} style={coverDays(days, window)} />
        ))}
      </span>
    </li>
  );
}
