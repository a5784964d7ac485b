"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import { formatFullDay } from "@/components/calendar";
import { DayControl } from "@/components/record-form/day-control";
import { isDay } from "@/components/record-form/typed-day";
import { percent } from "@/components/charts/date-chart";
import { placeOf, positionOf, type TimeWindow } from "@/components/charts/time-window";
import { Button } from "@/components/ui/button";
import type { RunDays } from "@/lib/resources/cast-members/presence";
import { changeBeside, dayAfterKey, dayAtPosition, nearestDay, positionOfDay, type RunRange } from "./days-of-run";

interface Props {
  day: string;
  run: RunDays;
  range: RunRange;
  window: TimeWindow;
  today: string;
  /** The days on which the cast changes. */
  changes: readonly string[];
  onChange(day: string): void;
}

/** Half of the slider's thumb: its middle stands at the day only if the slider is longer by that much. */
const thumb = "8px";

/** Chooses a day of a run: on a slider above the bars, as a date, or by the changes of the cast. */
export function RunSlider({ day, run, range, window, today, changes, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const choose = (next: string | null) => {
    if (next !== null) onChange(nearestDay(next, range));
  };

  function step(event: KeyboardEvent) {
    const next = dayAfterKey(event.key, day, range);
    if (next === null) return;
    event.preventDefault();
    choose(next);
  }

  const place = placeOf(range, window);
  const [previous, next] = [changeBeside(changes, day, -1), changeBeside(changes, day, 1)];
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-start gap-2">
        <div className="w-64 max-w-full">
          <DayControl
            label="Cast on"
            name="on"
            value={typed ?? day}
            onChange={(text) => {
              setTyped(text);
              if (isDay(text)) choose(text);
            }}
            onBlur={() => setTyped(null)}
          />
        </div>
        <div className="mt-6 flex flex-wrap gap-2">
          <Button icon={ChevronLeft} aria-disabled={previous === null} onClick={() => choose(previous)}>
            Previous change
          </Button>
          <Button aria-disabled={next === null} onClick={() => choose(next)}>
            Next change <ChevronRight aria-hidden="true" className="size-4 shrink-0" />
          </Button>
          <Button onClick={() => choose(run.first)}>Opening</Button>
          <Button onClick={() => choose(today)}>Today</Button>
          {run.last !== null && <Button onClick={() => choose(run.last)}>Closing</Button>}
        </div>
      </div>
      {/* As wide as the bars below, beside the column of their names. */}
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
            value={positionOfDay(day, range)}
            onChange={(event) => onChange(dayAtPosition(Number(event.target.value), range))}
            onKeyDown={step}
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
    </div>
  );
}
