"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import { DayControl } from "@/components/records/form/day-control";
import { isDay } from "@/components/form/typed-day";
import type { TimeWindow } from "@/components/ui/charts/time-window";
import { Button } from "@/components/ui/button";
import type { RunDays } from "@/lib/resources/cast-members/presence.browser";
import { DayTrack } from "./day-track";
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
      <DayTrack
        {...{ day, range, window, changes }}
        value={positionOfDay(day, range)}
        onChange={(event) => onChange(dayAtPosition(Number(event.target.value), range))}
        onKeyDown={step}
      />
    </div>
  );
}
