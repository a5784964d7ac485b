import { buttonClass } from "@/components/ui/button";
import { daysAfter } from "@/components/ui/calendar";
import { formatDay } from "@/lib/core/date-words.browser";
import { barGroups, windowOfRun } from "@/components/cast/bars/bar-groups";
import { CastChart } from "@/components/cast/bars/cast-chart";
import { CastTable } from "@/components/cast/bars/cast-table";
import { DayTrack } from "@/components/cast/bars/day-track";
import { changeBeside, changesOfCast, positionOfDay, rangeOf } from "@/components/cast/bars/days-of-run";
import { daysIn, firstDay } from "@/components/ui/charts/time-window";
import { pageOf } from "@/components/records/directory/page-link";
import { earliestDay } from "@/lib/core/partial-dates.browser";
import type { Company } from "@/lib/listings/pages/schema.browser";
import { countInWords, standingOn } from "./company-days";
import { CompanyList } from "./company-list";
import { DayForm } from "./day-form";
import { dayInSentence } from "./run-words";

/** Who was in a run, on a day that can be slid along it, and as bars over time. */
export function CompanyOfRun({ company, today }: { company: Company; today: string }) {
  const { run, day, members, cast } = company;
  const isDated = members.some(({ engagements }) => engagements.length > 0);
  const groups = barGroups(cast, run.days, today, ({ person }) => pageOf("people", person.id));
  const shownDays = { ...run.days, first: firstKnownDay(company) };
  const window = windowOfRun(shownDays, groups, today);
  const range = rangeOf(shownDays, window);
  const shownDay = day < range.first ? range.first : day;
  const changes = changesOfCast(cast, range);
  const page = pageOf("shows", run.show.id);
  const dated = members.filter(({ engagements }) => engagements.length > 0);
  const countOf = (standing: string) => dated.filter((member) => standingOn(member, day) === standing).length;
  return (
    <div
      className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4"
      data-company={range.first}
      data-last={range.last}
      data-window={`${firstDay(window)} ${daysIn(window)}`}
      data-changes={changes.join(" ")}
      data-today={today}
    >
      {isDated && (
        <>
          <div className="flex flex-wrap items-end gap-2">
            <DayForm action={page} name="on" label="Company on" day={day} first={run.days.first} last={range.last} />
            <Steps hrefOf={(one) => `${page}?on=${one}`} changes={changes} day={day} />
          </div>
          <div className="noscript:hidden print:hidden">
            <DayTrack {...{ day, range, window, changes }} defaultValue={positionOfDay(shownDay, range)} />
          </div>
        </>
      )}
      {isDated ? (
        <p role="status">
          <strong data-day-words>{dayInSentence(day)}</strong>
          {": "}
          <span data-count>{countInWords(countOf("certain"), countOf("last known"))}</span>
        </p>
      ) : (
        members.length === 0 && <p>The company of this run is not known.</p>
      )}
      <CompanyList members={members} day={day} today={today} isComing={run.days.first > today} />
      {isDated && (
        <>
          <h3 className="mt-4 text-xl font-semibold">The company over time</h3>
          {range.first > run.days.first && (
            <p className="text-sm text-muted">No names with dates before {formatDay(range.first)}.</p>
          )}
          <CastChart groups={groups} window={window} day={today} chosenDay={shownDay} />
          <details>
            <summary className="cursor-pointer py-1 text-sm font-semibold">The same as a table</summary>
            <div className="mt-2">
              <CastTable groups={groups} />
            </div>
          </details>
        </>
      )}
    </div>
  );
}

const longUnknownDays = 730;

/** Where the slider and the chart begin: the first day of the run, or years later the first that is known of anyone. */
function firstKnownDay({ run: { days }, members }: Company): string {
  const known = members.flatMap(({ engagements }) =>
    engagements.flatMap(({ from, seen, to }) =>
      [from, ...seen, to].flatMap((day) => (day === null ? [] : earliestDay(day))),
    ),
  );
  const [first = days.first] = known.toSorted();
  return daysAfter(days.first, longUnknownDays) < first ? first : days.first;
}

interface StepsProps {
  hrefOf(day: string): string;
  changes: readonly string[];
  day: string;
}

/** Links to the changes of the cast before and after a day. */
function Steps({ hrefOf, changes, day }: StepsProps) {
  const steps = [
    { by: -1, label: "Previous change", to: changeBeside(changes, day, -1) },
    { by: 1, label: "Next change", to: changeBeside(changes, day, 1) },
  ];
  return (
    <p className="flex flex-wrap gap-2 print:hidden">
      {steps.map(({ by, label, to }) => (
        <a
          key={label}
          href={hrefOf(to ?? daysAfter(day, by))}
          rel="nofollow"
          hidden={to === null}
          data-step={by}
          className={buttonClass("quiet")}
        >
          {label}
        </a>
      ))}
    </p>
  );
}
