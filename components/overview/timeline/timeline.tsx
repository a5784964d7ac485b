import Link from "next/link";
import { nameOfRecord, RecordLink } from "@/components/records/record-name";
import { useDirectory } from "@/components/records/use-directory";
import { Button } from "@/components/ui/button";
import { today } from "@/components/ui/calendar";
import { DateChart, percent } from "@/components/ui/charts/date-chart";
import { FactsTable } from "@/components/ui/charts/facts-table";
import {
  firstDay,
  lastDay,
  movedWindow,
  placeOf,
  windowAround,
  zoomedWindow,
  type TimeWindow,
} from "@/components/ui/charts/time-window";
import { EmptyState } from "@/components/ui/empty-state";
import { QueryState } from "@/components/ui/query-state";
import { useIsNarrow } from "@/components/ui/use-is-narrow";
import { formatDay } from "@/lib/core/date-words.browser";
import { lazy } from "@/lib/core/memoize.browser";
import { stateOfRun, type RunState } from "@/lib/resources/productions/terms.browser";
import { ChevronLeft, ChevronRight, Minus, Plus, type LucideIcon } from "lucide-react";
import { useMemo, useState, type KeyboardEvent } from "react";
import { houseRows, type HouseRow, type HouseRun } from "./house-rows";

const initialMonths = 12;
const housesAtOnce = 15;
/** The share of the track that the smallest target takes: 24 pixels. */
const barShares = { narrow: 0.085, wide: 0.03 };
const laneHeight = 28;

const inMonths = lazy(() => new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }));

export function Timeline() {
  const { directory, isPending, error, refetch } = useDirectory(["productions", "theatres"]);
  const day = today();
  const [window, setWindow] = useState(() => windowAround(day, initialMonths));
  const [shownCount, setShownCount] = useState(housesAtOnce);
  const isNarrow = useIsNarrow();
  const rows = useMemo(
    () =>
      houseRows(
        [...directory.productions.values()],
        window,
        (id) => nameOfRecord("theatres", id, directory),
        isNarrow ? barShares.narrow : barShares.wide,
      ),
    [window, directory, isNarrow],
  );

  if (isPending || error) return <QueryState query={{ error, refetch }} what="the timeline" shape="chart" lines={8} />;

  function steer(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowLeft") setWindow(movedWindow(window, -1));
    else if (event.key === "ArrowRight") setWindow(movedWindow(window, 1));
    else if (event.key === "+") setWindow(zoomedWindow(window, -1));
    else if (event.key === "-") setWindow(zoomedWindow(window, 1));
    else if (event.key === "Home") setWindow(windowAround(day, window.months));
    else return;
    event.preventDefault();
  }

  const shown = rows.slice(0, shownCount);
  // A third of what is shown, so that most of it stays in view.
  const step = Math.max(1, Math.round(window.months / 3));
  const months = inMonths().formatRange(new Date(firstDay(window)), new Date(lastDay(window)));
  return (
    <div className="grid gap-3">
      <a href="#after-timeline" className="skip-in-page">
        Skip the timeline
      </a>
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <p role="status" className="mr-auto font-semibold">
          {months}
        </p>
        <Tool icon={ChevronLeft} label="Earlier" onClick={() => setWindow(movedWindow(window, -step))} />
        <Button className="min-h-8! px-3!" onClick={() => setWindow(windowAround(day, window.months))}>
          Today
        </Button>
        <Tool icon={ChevronRight} label="Later" onClick={() => setWindow(movedWindow(window, step))} />
        <Tool icon={Minus} label="Zoom out" onClick={() => setWindow(zoomedWindow(window, 1))} />
        <Tool icon={Plus} label="Zoom in" onClick={() => setWindow(zoomedWindow(window, -1))} />
      </div>
      {rows.length === 0 && <EmptyState title="No runs in these months" />}
      {rows.length > 0 && (
        <DateChart
          aria-label="Timeline"
          aria-describedby="timeline-keys"
          onKeyDown={steer}
          window={window}
          day={day}
          head={
            <p id="timeline-keys" className="sr-only">
              Left and Right move the months, plus and minus zoom, Home returns to today.
            </p>
          }
        >
          {shown.map(({ id, name, bars, lanes }) => (
            <li key={id} className="grid border-t border-line py-1 sm:grid-cols-[192px_minmax(0,1fr)]">
              <span className="truncate pr-2 leading-8 sm:leading-6">
                <RecordLink path="theatres" id={id} label={name} />
              </span>
              <div className="relative" style={{ height: lanes * laneHeight - 4 }}>
                {bars.map(({ run, lane }) => (
                  <RunBar key={run.id} run={run} houseName={name} lane={lane} window={window} day={day} />
                ))}
              </div>
            </li>
          ))}
        </DateChart>
      )}
      {rows.length > shownCount && (
        <Button onClick={() => setShownCount(shownCount + housesAtOnce)}>
          Show more theatres ({rows.length - shownCount} more)
        </Button>
      )}
      {rows.length > 0 && <TimelineTable rows={shown} />}
      <span id="after-timeline" tabIndex={-1} />
    </div>
  );
}

function Tool({ icon, label, onClick }: { icon: LucideIcon; label: string; onClick(): void }) {
  return <Button icon={icon} className="min-h-8! px-2!" aria-label={label} title={label} onClick={onClick} />;
}

interface RunBarProps {
  run: HouseRun;
  houseName: string;
  lane: number;
  window: TimeWindow;
  day: string;
}

const looks: Record<RunState, string> = {
  running: "border-curtain-fill bg-curtain-fill text-on-curtain",
  upcoming: "border-curtain bg-curtain-wash text-curtain",
  closed: "border-edge bg-sunken text-muted",
};

function RunBar({ run, houseName, lane, window, day }: RunBarProps) {
  const { left, width } = placeOf({ first: run.opening_date, last: run.closing_date }, window);
  const dates = `${formatDay(run.opening_date)} – ${run.closing_date ? formatDay(run.closing_date) : "open-ended"}`;
  return (
    <Link
      href={`/dashboard/productions/${encodeURIComponent(run.id)}`}
      prefetch={false}
      title={`${run.show.name}, ${dates}`}
      className={`absolute block h-6 min-w-6 content-center truncate rounded border px-2 leading-none focus-visible:outline-offset-[-2px] ${looks[stateOfRun(run, day)]} ${run.closing_date === null ? "border-r-0 [mask-image:linear-gradient(to_right,#000_75%,transparent)]" : ""}`}
      style={{ top: lane * laneHeight, left: `min(${percent(left)}, 100% - 24px)`, width: percent(width) }}
    >
      {run.show.name}
      <span className="sr-only">
        {" "}
        at {houseName}, {dates}
      </span>
    </Link>
  );
}

/** The facts of the chart, as text: the runs of a theatre, by their first day. */
function TimelineTable({ rows }: { rows: readonly HouseRow[] }) {
  return (
    <FactsTable
      label="Runs as a table"
      columns={["Theatre", "Show", "Opens", "Closes"]}
      groups={rows.map(({ id, name, bars }) => ({
        key: id,
        title: <RecordLink path="theatres" id={id} label={name} />,
        lines: bars.map(({ run }) => ({
          key: run.id,
          what: <RecordLink path="productions" id={run.id} label={run.show.name} />,
          from: formatDay(run.opening_date),
          to: run.closing_date ? formatDay(run.closing_date) : "Open-ended",
        })),
      }))}
    />
  );
}
