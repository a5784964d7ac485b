import type { ComponentProps } from "react";
import { formatFullDay } from "@/components/ui/calendar";
import { percent } from "@/components/ui/charts/date-chart";
import { placeOf, positionOf, type TimeWindow } from "@/components/ui/charts/time-window";
import { positionOfDay, type RunRange } from "./days-of-run";

interface Props extends ComponentProps<"input"> {
  day: string;
  range: RunRange;
  window: TimeWindow;
  /** The days on which the cast changes. */
  changes: readonly string[];
}

/** Half of the slider's thumb: its middle stands at the day only if the slider is longer by that much. */
const thumb = "8px";

/** The slider of a run above its bars, as wide as they are, beside the column of their names. */
export function DayTrack({ day, range, window, changes, ...input }: Props) {
  const place = placeOf(range, window);
  return (
    <div className="px-[9px] sm:pl-[201px]">
      <div className="relative h-11">
        <input
          type="range"
          aria-label="Day of the run"
          aria-valuetext={formatFullDay(day)}
          className="absolute inset-y-0 m-0 h-8 cursor-pointer accent-curtain"
          style={{
            left: `calc(${percent(place.left)} - ${thumb})`,
            width: `calc(${percent(place.width)} + 2 * ${thumb})`,
          }}
          min={0}
          max={positionOfDay(range.last, range)}
          step={1}
          {...input}
        />
        <div aria-hidden="true" className="pointer-events-none absolute inset-x-0 bottom-1 h-2">
          {changes.map((one) => (
            <span
              key={one}
              className="absolute inset-y-0 border-l border-edge"
              style={{ left: percent(positionOf(window, one)) }}
            />
          ))}
        </div>
      </div>
    </div>
  );
}
