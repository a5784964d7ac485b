import { useMemo } from "react";
import { RecordLink } from "@/components/directory/record-link";
import { DayLine, percent, TimeAxis, TodayLine } from "@/components/timeline/time-axis";
import { placeOf, type TimeWindow } from "@/components/timeline/time-window";
import type { Days } from "@/lib/resources/cast-members/presence";
import type { BarGroup, BarRow } from "./bar-groups";
import { beginningOf, endOf } from "../engagement-words";

const looks = {
  certain: "border-curtain-fill bg-curtain-fill",
  possible: "border-curtain bg-curtain-wash",
  undated: "hatched border-edge",
};
const legend = [
  { look: looks.certain, label: "In the cast" },
  { look: looks.possible, label: "Possibly in the cast" },
  { look: looks.undated, label: "Dates not known" },
];

interface Props {
  /** Names the chart. */
  label?: string;
  groups: readonly BarGroup[];
  window: TimeWindow;
  day: string;
  /** The day that is looked at. */
  chosenDay?: string;
}

/** The roles, below each of them who played it: solid where that is certain, pale where it is possible. */
export function CastChart({ label = "Bars of the cast", groups, window, day, chosenDay }: Props) {
  // The slider moves the line of the day many times a second: the bars stay as they are.
  const roles = useMemo(
    () =>
      groups.map(({ id, title, rows }) => (
        <li key={id} className="border-t border-line py-1">
          <span className="text-muted">{title}</span>
          <ul>
            {rows.map((row) => (
              <Row key={row.id} row={row} window={window} />
            ))}
          </ul>
        </li>
      )),
    [groups, window],
  );
  return (
    <div role="region" aria-label={label} tabIndex={0} className="rounded border border-line bg-raised p-2 text-xs">
      <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1 pb-2 text-muted">
        {legend.map(({ look, label }) => (
          <li key={label} className="flex items-center gap-2">
            <span aria-hidden="true" className={`h-3 w-6 rounded-sm border ${look}`} />
            {label}
          </li>
        ))}
        <li className="flex items-center gap-2">
          <span aria-hidden="true" className="h-3 border-l-2 border-gilt forced-colors:border-[Highlight]" />
          Today
        </li>
        <li className="flex items-center gap-2">
          <span aria-hidden="true" className="h-3 border-l-2 border-dotted border-ink" />
          Chosen day
        </li>
      </ul>
      <div className="relative">
        <TimeAxis window={window} />
        <ul className="relative pt-6">{roles}</ul>
        <TodayLine window={window} day={day} />
        {chosenDay !== undefined && (
          <DayLine window={window} day={chosenDay} look="border-l-2 border-dotted border-ink" />
        )}
      </div>
    </div>
  );
}

function Row({ row, window }: { row: BarRow; window: TimeWindow }) {
  const { id, name, engagements, presence } = row;
  const words = engagements.map((one) => `${beginningOf(one)} – ${endOf(one)}`).join("; ") || "Dates not known";
  return (
    <li className="grid py-0.5 sm:grid-cols-[192px_minmax(0,1fr)]">
      <span className="truncate pr-2 leading-6">
        <RecordLink path="cast-members" id={id}>
          {name}
        </RecordLink>
        <span className="sr-only">, {words}</span>
      </span>
      <span aria-hidden="true" title={words} className="relative h-6">
        {presence.possible.map((days, index) => (
          <Bar key={index} days={days} window={window} look={engagements.length > 0 ? "possible" : "undated"} />
        ))}
        {presence.certain.map((days, index) => (
          <Bar key={index} days={days} window={window} look="certain" />
        ))}
      </span>
    </li>
  );
}

function Bar({ days, window, look }: { days: Days; window: TimeWindow; look: keyof typeof looks }) {
  const { left, width } = placeOf(days, window);
  return (
    <span
      className={`absolute inset-y-1 min-w-1 rounded-sm border ${looks[look]}`}
      style={{ left: percent(left), width: percent(width) }}
    />
  );
}
