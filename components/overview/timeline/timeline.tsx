import { RecordLink } from "@/components/records/directory/record-link";
import { nameOfRecord } from "@/components/records/record-name";
import { useDirectory } from "@/components/records/use-directory";
import { Button } from "@/components/ui/button";
import { today } from "@/components/ui/calendar";
import { FactsTable } from "@/components/ui/charts/facts-table";
import { firstDay, lastDay, movedWindow, windowAround, zoomedWindow } from "@/components/ui/charts/time-window";
import { EmptyState } from "@/components/ui/empty-state";
import { QueryState } from "@/components/ui/query-state";
import { useIsNarrow } from "@/components/ui/use-is-narrow";
import { formatDay } from "@/lib/core/date-words.browser";
import { lazy } from "@/lib/core/memoize.browser";
import { ChevronLeft, ChevronRight, Minus, Plus, type LucideIcon } from "lucide-react";
import { useMemo, useState, type KeyboardEvent } from "react";
import { houseRows, type HouseRow } from "./house-rows";
import { TimelineChart } from "./timeline-chart";

const initialMonths = 12;
const housesAtOnce = 15;
/** The share of the track that the smallest target takes: 24 pixels. */
const barShares = { narrow: 0.085, wide: 0.03 };

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
      {rows.length > 0 && <TimelineChart rows={shown} window={window} day={day} onKeyDown={steer} />}
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
