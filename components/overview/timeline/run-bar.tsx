import { formatDay } from "@/lib/core/date-words.browser";
import Link from "next/link";
import { stateOfRun, type RunState } from "@/lib/resources/productions/terms.browser";
import { daysIn, positionOf, type TimeWindow } from "@/components/ui/charts/time-window";
import type { HouseRun } from "./house-rows";

interface Props {
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

/** A production as a link over the days of its run. */
export function RunBar({ run, houseName, top, window, day }: Props) {
  const start = positionOf(window, run.opening_date);
  const end = run.closing_date === null ? Infinity : positionOf(window, run.closing_date) + 1 / daysIn(window);
  const left = Math.max(0, start);
  const width = Math.max(0, Math.min(1, end) - left);
  const dates = `${formatDay(run.opening_date)} – ${run.closing_date ? formatDay(run.closing_date) : "open-ended"}`;
  return (
    <Link
      href={`/dashboard/productions/${encodeURIComponent(run.id)}`}
      prefetch={false}
      title={`${run.showName}, ${dates}`}
      className={`absolute block h-6 min-w-6 content-center truncate rounded border px-2 leading-none focus-visible:outline-offset-[-2px] ${looks[stateOfRun(run, day)]} ${end === Infinity ? "border-r-0 [mask-image:linear-gradient(to_right,#000_75%,transparent)]" : ""}`}
      style={{ top, left: `min(${left * 100}%, 100% - 24px)`, width: `${width * 100}%` }}
    >
      {run.showName}
      <span className="sr-only">
        {" "}
        at {houseName}, {dates}
      </span>
    </Link>
  );
}
