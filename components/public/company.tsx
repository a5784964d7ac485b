import { barGroups, windowOfRun } from "@/components/cast/bars/bar-groups";
import { CastChartWithTable } from "@/components/cast/bars/cast-chart";
import { pageOf } from "@/components/records/directory/page-link";
import { buttonClass } from "@/components/ui/button";
import { dayNumber, daysAfter, formatFullDay } from "@/components/ui/calendar";
import { percent } from "@/components/ui/charts/date-chart";
import { daysIn, firstDay, lastDay, placeOf, positionOf, type TimeWindow } from "@/components/ui/charts/time-window";
import { formatDay } from "@/lib/core/date-words.browser";
import { earliestDay, latestDay } from "@/lib/core/partial-dates.browser";
import type { CastEntry } from "@/lib/listings/casts/schema.browser";
import type { Company } from "@/lib/listings/pages/schema.browser";
import type { RunDays } from "@/lib/resources/cast-members/presence.browser";
import { CompanyList } from "./company-list";
import { DayForm } from "./day-form";
import { countInWords, dayInSentence } from "./page-script";

/** The ways to the changes of the cast before and after a day. */
const steps = [
  { by: -1, label: "Previous change" },
  { by: 1, label: "Next change" },
] as const;

/** Who was in a run on a day, role by role, and as bars over time, along which the day can be slid. */
export function CompanyOfRun({ company, today }: { company: Company; today: string }) {
  const { run, day, members } = company;
  const groups = barGroups(members, run.days, today, ({ person }) => pageOf("people", person.id));
  const shownDays = { ...run.days, first: firstKnownDay(company) };
  const window = windowOfRun(shownDays, groups, today);
  const range = rangeOf(shownDays, window);
  const shownDay = day < range.first ? range.first : day;
  const changes = changesOfCast(members, range);
  const page = pageOf("shows", run.show.id);
  const known = members.flatMap(({ last_known_on }) => last_known_on ?? []);
  const certain = known.filter((one) => one === day);
  const list = <CompanyList company={company} today={today} />;
  if (!members.some(({ dated }) => dated))
    return <div className="mt-4">{members.length === 0 ? <p>The company of this run is not known.</p> : list}</div>;
  return (
    <div
      className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4"
      data-company={range.first}
      data-last={range.last}
      data-window={`${firstDay(window)} ${daysIn(window)}`}
      data-changes={changes.join(" ")}
      data-today={today}
    >
      <div className="flex flex-wrap items-end gap-2">
        <DayForm action={page} name="on" label="Company on" day={day} first={run.days.first} last={range.last} />
        <p className="flex flex-wrap gap-2 print:hidden">
          {steps.map(({ by, label }) => {
            const to = changeBeside(changes, day, by);
            return (
              <a
                key={label}
                href={`${page}?on=${to ?? daysAfter(day, by)}`}
                rel="nofollow"
                hidden={to === null}
                data-step={by}
                className={buttonClass("quiet")}
              >
                {label}
              </a>
            );
          })}
        </p>
      </div>
      <p role="status">
        <strong data-day-words>{dayInSentence(day)}</strong>
        {": "}
        <span data-count>{countInWords(certain.length, known.length - certain.length)}</span>
      </p>
      {list}
      <h3 className="mt-4 text-xl font-semibold">The company over time</h3>
      {range.first > run.days.first && (
        <p className="text-sm text-muted">No names with dates before {formatDay(range.first)}.</p>
      )}
      <CastChartWithTable
        label="The company over time"
        columns={["Role", "Person"]}
        groups={groups}
        window={window}
        day={today}
        chosenDay={shownDay}
        slider={<DaySlider {...{ day, shownDay, range, window, changes }} />}
      />
    </div>
  );
}

interface SliderProps {
  day: string;
  /** The day, or the first that the chart shows. */
  shownDay: string;
  range: RunRange;
  window: TimeWindow;
  /** The days on which the cast changes. */
  changes: readonly string[];
}

/** Half of the slider's thumb: its middle stands at the day only if the slider is longer by that much. */
const thumb = "8px";

/** Slides the day along the bars, as wide as they are. */
function DaySlider({ day, shownDay, range, window, changes }: SliderProps) {
  const place = placeOf(range, window);
  return (
    <div className="noscript:hidden print:hidden">
      <p aria-hidden="true" className="text-sm font-semibold" data-day-words>
        {dayInSentence(day)}
      </p>
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
          defaultValue={positionOfDay(shownDay, range)}
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

const longUnknownDays = 180;

/** Where the slider and the chart begin: the first day of the run, or long after it the first that is known of anyone. */
function firstKnownDay({ run: { days }, members }: Company): string {
  const known = members.flatMap(({ engagements }) =>
    engagements.flatMap(({ from, seen, to }) =>
      [from, ...seen, to].flatMap((day) => (day === null ? [] : earliestDay(day))),
    ),
  );
  const [first = days.first] = known.toSorted();
  return daysAfter(days.first, longUnknownDays) < first ? first : days.first;
}

/** The days that can be looked at, both included: those of the run; without a closing date, until the end of the bars. */
export function rangeOf(run: RunDays, window: TimeWindow) {
  return { first: run.first, last: run.last ?? lastDay(window) };
}

type RunRange = ReturnType<typeof rangeOf>;

/** Days as the numbers of a slider, from 0. */
export function positionOfDay(day: string, { first }: RunRange): number {
  return dayNumber(day) - dayNumber(first);
}

/** The days on which the cast changes, in order: when someone can begin, and when someone has surely left. */
export function changesOfCast(cast: readonly Pick<CastEntry, "engagements">[], { first, last }: RunRange): string[] {
  const days = cast.flatMap(({ engagements }) =>
    engagements.flatMap(({ from, to }) => [
      ...(from === null ? [] : [earliestDay(from)]),
      ...(to === null ? [] : [daysAfter(latestDay(to), 1)]),
    ]),
  );
  return [...new Set(days)].filter((day) => first <= day && day <= last).toSorted();
}

/** The nearest change before or after a day; null without one. */
export function changeBeside(days: readonly string[], day: string, direction: 1 | -1): string | null {
  return (direction === 1 ? days.find((one) => one > day) : days.findLast((one) => one < day)) ?? null;
}
