import Link from "next/link";
import { RecordLink } from "@/components/records/directory/record-link";
import { DateChart, percent } from "@/components/ui/charts/date-chart";
import { placeOf, type TimeWindow } from "@/components/ui/charts/time-window";
import { formatDay } from "@/lib/core/date-words.browser";
import { stateOfRun, type RunState } from "@/lib/resources/productions/terms.browser";
import type { KeyboardEvent } from "react";
import type { HouseRow, HouseRun } from "./house-rows";

interface Props {
  rows: readonly HouseRow[];
  window: TimeWindow;
  day: string;
  onKeyDown(event: KeyboardEvent): void;
}

const laneHeight = 28;

export function TimelineChart({ rows, window, day, onKeyDown }: Props) {
  return (
    <DateChart
      aria-label="Timeline"
      aria-describedby="timeline-keys"
      onKeyDown={onKeyDown}
      window={window}
      day={day}
      head={
        <p id="timeline-keys" className="sr-only">
          Left and Right move the months, plus and minus zoom, Home returns to today.
        </p>
      }
    >
      {rows.map((row) => (
        <li key={row.id} className="grid border-t border-line py-1 sm:grid-cols-[192px_minmax(0,1fr)]">
          <span className="truncate pr-2 leading-8 sm:leading-6">
            <RecordLink path="theatres" id={row.id} label={row.name} />
          </span>
          <div className="relative" style={{ height: row.lanes * laneHeight - 4 }}>
            {row.bars.map(({ run, lane }) => (
              <RunBar key={run.id} run={run} houseName={row.name} top={lane * laneHeight} window={window} day={day} />
            ))}
          </div>
        </li>
      ))}
    </DateChart>
  );
}

interface RunBarProps {
  run: HouseRun;
  houseName: string;
  /** In pixels. */
  top: number;
  window: TimeWindow;
  day: string;
}

const looks: Record<RunState, string> = {
  running: "border-curtain-fill bg-curtain-fill text-on-curtain",
  upcoming: "border-curtain bg-curtain-wash text-curtain",
  closed: "border-edge bg-sunken text-muted",
};

function RunBar({ run, houseName, top, window, day }: RunBarProps) {
  const { left, width } = placeOf({ first: run.opening_date, last: run.closing_date }, window);
  const dates = `${formatDay(run.opening_date)} – ${run.closing_date ? formatDay(run.closing_date) : "open-ended"}`;
  return (
    <Link
      href={`/dashboard/productions/${encodeURIComponent(run.id)}`}
      prefetch={false}
      title={`${run.show.name}, ${dates}`}
      className={`absolute block h-6 min-w-6 content-center truncate rounded border px-2 leading-none focus-visible:outline-offset-[-2px] ${looks[stateOfRun(run, day)]} ${run.closing_date === null ? "border-r-0 [mask-image:linear-gradient(to_right,#000_75%,transparent)]" : ""}`}
      style={{ top, left: `min(${percent(left)}, 100% - 24px)`, width: percent(width) }}
    >
      {run.show.name}
      <span className="sr-only">
        {" "}
        at {houseName}, {dates}
      </span>
    </Link>
  );
}
