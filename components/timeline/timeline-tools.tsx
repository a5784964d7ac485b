import { ChevronLeft, ChevronRight, Minus, Plus, type LucideIcon } from "lucide-react";
import { lazy } from "@/components/ui/lazy";
import { Button } from "@/components/ui/button";
import { TableToggle } from "./table-toggle";
import { firstDay, lastDay, movedWindow, windowAround, zoomedWindow, type TimeWindow } from "./time-window";

interface Props {
  window: TimeWindow;
  day: string;
  isTable: boolean;
  setIsTable(isTable: boolean): void;
  setWindow(window: TimeWindow): void;
}

const inMonths = lazy(() => new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }));

/** Moves and zooms the timeline, and switches to its table. */
export function TimelineTools({ window, day, isTable, setIsTable, setWindow }: Props) {
  // A third of what is shown, so that most of it stays in view.
  const step = Math.max(1, Math.round(window.months / 3));
  const months = inMonths().formatRange(new Date(firstDay(window)), new Date(lastDay(window)));
  return (
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
      <TableToggle label="Table" isTable={isTable} setIsTable={setIsTable} />
    </div>
  );
}

function Tool({ icon, label, onClick }: { icon: LucideIcon; label: string; onClick(): void }) {
  return <Button icon={icon} className="min-h-8! px-2!" aria-label={label} title={label} onClick={onClick} />;
}
