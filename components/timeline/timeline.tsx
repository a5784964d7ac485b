"use client";

import { useMemo, useRef, useState, type KeyboardEvent } from "react";
import { today } from "@/components/calendar";
import { nameOfRecord } from "@/components/resource/record-name";
import { useDirectory } from "@/components/resource/use-directory";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { QueryState } from "@/components/ui/query-state";
import { useIsNarrow } from "@/components/ui/use-is-narrow";
import { EditBar } from "./edit-bar";
import { houseRows } from "./house-rows";
import type { DateEdit } from "./move-end";
import { TimelineChart } from "./timeline-chart";
import { TimelineTable } from "./timeline-table";
import { TimelineTools } from "./timeline-tools";
import { movedWindow, windowAround, zoomedWindow } from "./time-window";

const initialMonths = 12;
const housesAtOnce = 15;
/** The share of the track that the smallest target takes: 24 pixels. */
const barShares = { narrow: 0.075, wide: 0.03 };

/** The runs of the theatres as bars over months, whose ends can be moved, or as a table. */
export function Timeline() {
  const { directory, isPending, error, retry } = useDirectory(["productions", "theatres"]);
  const day = today();
  const [window, setWindow] = useState(() => windowAround(day, initialMonths));
  const [shownCount, setShownCount] = useState(housesAtOnce);
  const [isTable, setIsTable] = useState(false);
  const [edit, setEdit] = useState<DateEdit | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const isNarrow = useIsNarrow();
  const runs = useMemo(
    () =>
      [...directory.productions.values()].map(({ id, theatre_id, show, opening_date, closing_date }) => ({
        id,
        theatreId: theatre_id,
        showName: show.name,
        opening_date,
        closing_date,
      })),
    [directory.productions],
  );
  const rows = useMemo(
    () =>
      houseRows(
        runs,
        window,
        (id) => nameOfRecord("theatres", id, directory),
        isNarrow ? barShares.narrow : barShares.wide,
      ),
    [runs, window, directory, isNarrow],
  );

  if (isPending || error)
    return (
      <QueryState
        query={{ data: undefined, error, refetch: retry }}
        shape="chart"
        lines={8}
        label="Loading the timeline…"
        title="The timeline can’t be loaded"
      />
    );

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
  return (
    <div className="grid gap-3">
      <a href="#after-timeline" className="skip-in-page">
        Skip the timeline
      </a>
      <TimelineTools {...{ window, day, isTable, setIsTable, setWindow }} />
      {rows.length === 0 && <EmptyState title="No runs in these months" />}
      {rows.length > 0 && isTable && <TimelineTable rows={shown} />}
      {rows.length > 0 && !isTable && (
        <TimelineChart
          rows={shown}
          window={window}
          day={day}
          edit={edit}
          onEdit={setEdit}
          onSave={() => form.current?.requestSubmit()}
          onKeyDown={steer}
        />
      )}
      {rows.length > shownCount && (
        <Button onClick={() => setShownCount(shownCount + housesAtOnce)}>
          Show more theatres ({rows.length - shownCount} more)
        </Button>
      )}
      {edit && !isTable && <EditBar key={edit.run.id} ref={form} edit={edit} onDone={() => setEdit(null)} />}
      <span id="after-timeline" tabIndex={-1} />
    </div>
  );
}
