import type { ComponentProps, ReactNode } from "react";
import { lazy } from "@/lib/core/memoize.browser";
import { monthStarts, placeOf, positionOf, type TimeWindow } from "./time-window";

const monthName = lazy(() => new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" }));
/** Beside the column of names, which stands above the bars on phones. */
const track = "absolute inset-y-0 right-0 left-0 sm:left-48";
const maxYears = 12;
/** The lines of days; legends show them too. */
export const todayLook = "border-l-2 border-gilt forced-colors:border-[Highlight]";
export const chosenLook = "border-l-2 border-dotted border-ink";

interface Props extends ComponentProps<"div"> {
  window: TimeWindow;
  /** Today. */
  day: string;
  /** The day that is looked at. */
  chosenDay?: string | undefined;
  /** Above the rows. */
  head: ReactNode;
  /** The rows, as list items with a column of names of 192 pixels. */
  children: ReactNode;
}

/** A chart of bars over time: months or years behind the rows, and lines of days in front. */
export function DateChart({ window, day, chosenDay, head, children, ...region }: Props) {
  return (
    <div role="region" tabIndex={0} className="rounded border border-line bg-raised p-2 text-xs" {...region}>
      {head}
      <div className="relative">
        <Months window={window} />
        <ul className="relative pt-6">{children}</ul>
        <DayLine window={window} day={day} look={todayLook} />
        {chosenDay !== undefined && <DayLine window={window} day={chosenDay} look={chosenLook} isChosen />}
      </div>
    </div>
  );
}

function Months({ window }: { window: TimeWindow }) {
  return (
    <div aria-hidden="true" className={track}>
      {marksOf(window).map(({ at, label }, index) => (
        <span
          key={at}
          className="absolute inset-y-0 border-l border-line pl-1 whitespace-nowrap text-muted"
          style={{ left: percent(at) }}
        >
          {/* There is no room for a name at the end, and on phones for every second one. */}
          {at < 0.96 && <span className={index % 2 === 1 || at > 0.92 ? "max-sm:hidden" : ""}>{label}</span>}
        </span>
      ))}
    </div>
  );
}

interface DayLineProps {
  window: TimeWindow;
  day: string;
  look: string;
  isChosen?: boolean;
}

function DayLine({ window, day, look, isChosen = false }: DayLineProps) {
  const at = positionOf(window, day);
  if (at < 0 || at >= 1) return null;
  return (
    <div aria-hidden="true" className={`pointer-events-none ${track}`}>
      <span
        data-chosen-day={isChosen || undefined}
        className={`absolute inset-y-0 ${look}`}
        style={{ left: percent(at) }}
      />
    </div>
  );
}

/** The style of what covers these days of a row. */
export function coverDays(days: { first: string; last: string | null }, window: TimeWindow) {
  const { left, width } = placeOf(days, window);
  return { left: percent(left), width: percent(width) };
}

export function percent(share: number): string {
  return `${share * 100}%`;
}

/** The year stands at January. */
function marksOf(window: TimeWindow) {
  const { months } = window;
  const step = months <= 12 ? 1 : months <= 24 ? 3 : 12 * Math.ceil(months / 12 / maxYears);
  return monthStarts(window)
    .filter((first) => (Number(first.slice(0, 4)) * 12 + Number(first.slice(5, 7)) - 1) % step === 0)
    .map((first) => ({
      at: positionOf(window, first),
      label: first.slice(5, 7) === "01" ? first.slice(0, 4) : monthName().format(new Date(first)),
    }));
}
