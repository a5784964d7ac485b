"use client";

import dynamic from "next/dynamic";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { today } from "@/components/ui/calendar";
import { TableToggle } from "@/components/ui/charts/table-toggle";
import { QueryState } from "@/components/ui/query-state";
import type { CastEntry } from "@/lib/listings/casts/schema.browser";
import { useApi } from "@/lib/client/hooks.browser";
import type { RunDays } from "@/lib/resources/cast-members/presence.browser";
import { castPath } from "../cast";
import { useRun } from "../use-run";
import { barGroups, windowOfRun } from "./bar-groups";
import { CastChart } from "./cast-chart";
import { CastTable } from "./cast-table";
import { castOnDay, changesOfCast, nearestDay, rangeOf } from "./days-of-run";
import { useDayInAddress } from "./use-day-in-address";

const RunSlider = dynamic(() => import("./run-slider").then((loaded) => loaded.RunSlider), { ssr: false });
const CastOnDay = dynamic(() => import("./cast-on-day").then((loaded) => loaded.CastOnDay), { ssr: false });
const pollMilliseconds = 30_000;

/**
 * The cast of a production on any day, and its engagements as bars over the run or as a table; nothing when no
 * engagement is known.
 */
export function CastBars({ productionId }: { productionId: string }) {
  const cast = useApi<CastEntry[]>(castPath(productionId), { everyMilliseconds: pollMilliseconds });
  const isDated = cast.data?.body.some(({ dated }) => dated) ?? false;
  const run = useRun(productionId, isDated);
  const [isTable, setIsTable] = useState(false);
  const [wantedDay, setWantedDay] = useDayInAddress();
  const [isAimedAt] = useState(wantedDay !== null);
  const day = today();
  const entries = cast.data?.body;
  // The slider changes the day many times a second, and nothing else.
  const picture = useMemo(
    () => (entries && run.data ? pictureOf(entries, run.data, day) : null),
    [entries, run.data, day],
  );

  // While it loads nothing is shown, because most casts have no dates.
  if (cast.data ? !isDated : !cast.error) return null;
  const failed = [cast, run].find(({ data, error }) => !data && error);
  if (!entries || !run.data || !picture)
    return (
      <Section>
        <QueryState
          query={{ error: failed?.error ?? null, refetch: () => void failed?.refetch() }}
          what="the dates of the cast"
          shape="chart"
          lines={6}
        />
      </Section>
    );
  const { groups, window, range, changes } = picture;
  const chosenDay = nearestDay(wantedDay ?? day, range);
  return (
    <Section isAimedAt={isAimedAt}>
      <RunSlider
        day={chosenDay}
        run={run.data}
        range={range}
        window={window}
        today={day}
        changes={changes}
        onChange={setWantedDay}
      />
      <CastOnDay day={chosenDay} groups={castOnDay(entries, chosenDay, run.data, day)} />
      <TableToggle label="Show as table" isTable={isTable} setIsTable={setIsTable} />
      {isTable ? (
        <CastTable groups={groups} />
      ) : (
        <CastChart groups={groups} window={window} day={day} chosenDay={chosenDay} />
      )}
    </Section>
  );
}

/** What the bars and the slider show, whichever day is chosen. */
function pictureOf(entries: readonly CastEntry[], run: RunDays, day: string) {
  const groups = barGroups(entries, run, day);
  const window = windowOfRun(run, groups, day);
  const range = rangeOf(run, window);
  return { groups, window, range, changes: changesOfCast(entries, range) };
}

/** @param isAimedAt whether the address of the page leads here. */
function Section({ isAimedAt = false, children }: { isAimedAt?: boolean; children: ReactNode }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isAimedAt) section.current?.scrollIntoView();
  }, [isAimedAt]);
  return (
    <section ref={section} aria-labelledby="cast-bars" className="mt-8 grid gap-3">
      <h2 id="cast-bars" className="text-xl font-semibold">
        Cast over time
      </h2>
      {children}
    </section>
  );
}
