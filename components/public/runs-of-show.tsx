import { capitalised } from "@/lib/records/terms.browser";
import { formatDay } from "@/lib/core/date-words.browser";
import { wholeRun, windowOfRun } from "@/components/cast/bars/bar-groups";
import { CastChart } from "@/components/cast/bars/cast-chart";
import { PageLink, pageOf } from "@/components/records/directory/page-link";
import { dayInWords, performanceInWords } from "@/lib/resources/productions/performance-words.browser";
import { isMatinee, type DayPerformance } from "@/lib/resources/productions/performances.browser";
import { spanOfRuns } from "@/lib/resources/cast-members/presence.browser";
import type { CitedRun, Company } from "@/lib/listings/pages/schema.browser";
import { Marks, OutsideLink, Verified } from "./footnotes";
import { PageSection } from "./public-page";
import { datesOfRun, joinNames, shortDay } from "./run-words";

/** What is known of a run beside its company. */
export function RunOfShow({ company: { run, details, tonight }, today }: { company: Company; today: string }) {
  const { press_night, running_minutes, intervals, age_from, booking_url } = details;
  const facts = [
    tonight && capitalised(dayInWords(tonight, true)),
    press_night && `Press night ${formatDay(press_night)}`,
    running_minutes !== null && `${running_minutes} minutes${intervalsInWords(intervals)}`,
    age_from !== null && `Recommended from age ${age_from}`,
  ].filter((fact) => typeof fact === "string");
  return (
    <>
      <p className="mt-2 text-muted">{[datesOfRun(run.days, today), ...facts].join(" · ")}</p>
      {/* On a line of their own: in the text, marks would change lines when the page's font arrives. */}
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3 text-sm text-muted empty:hidden">
        {booking_url !== null && <OutsideLink href={booking_url}>Tickets</OutsideLink>}
        <Verified on={run.verifiedOn} />
        <Marks marks={run.marks} />
      </p>
    </>
  );
}

function intervalsInWords(intervals: number | null): string {
  if (intervals === null) return "";
  if (intervals === 0) return " without an interval";
  return intervals === 1 ? " with an interval" : ` with ${intervals} intervals`;
}

interface HistoryProps {
  title: string;
  runs: readonly CitedRun[];
  today: string;
  /** What tells one run from another. */
  by: "show" | "theatre";
}

/** Runs over time: as bars, and below as a table, the newest first. */
export function RunHistory({ title, runs, today, by }: HistoryProps) {
  const rows = runs.map((run) => {
    const { id, name } = run[by];
    return { run, id: run.id, name, href: pageOf(`${by}s`, id), ...wholeRun(run.days) };
  });
  const groups = [{ id: "runs", title: "", rows }];
  const window = windowOfRun(spanOfRuns(runs.map(({ days }) => days)), groups, today);
  return (
    <PageSection id="runs" title={title}>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        {runs.length > 1 && <CastChart label="Runs over time" groups={groups} window={window} day={today} areRuns />}
        <table className="w-full text-left">
          <thead className="sr-only">
            <tr>
              <th scope="col">{by === "show" ? "Show" : "Theatre"}</th>
              <th scope="col">Dates</th>
              <th scope="col">Company</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ run, name, href }) => (
              <tr
                key={run.id}
                className="border-t border-line align-baseline [overflow-wrap:anywhere] max-sm:grid max-sm:py-2 sm:*:py-2"
              >
                <th scope="row" className="font-normal sm:w-2/5">
                  <PageLink href={href}>{name}</PageLink>
                  <Marks marks={run.marks} />
                </th>
                <td className="text-muted">{datesOfRun(run.days, today)}</td>
                <td className="text-sm sm:text-right">
                  {run.isCastKnown && (
                    <a
                      href={`${pageOf("shows", run.show.id)}?on=${run.days.first}`}
                      rel="nofollow"
                      aria-label={`First company of ${run.show.name} at ${run.theatre.name}, ${run.days.first.slice(0, 4)}`}
                      className="underline decoration-edge underline-offset-4"
                    >
                      First company
                    </a>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </PageSection>
  );
}

/** When it plays in the seven days from the one that is looked at; nothing where no time is known. */
export function WeekOfRun({ company: { run, week, day }, today }: { company: Company; today: string }) {
  if (week.every(({ performances }) => performances === null || performances.length === 0)) return null;
  return (
    <>
      <table className="mt-6 w-full max-w-[36rem] border-collapse text-left text-sm">
        <caption className="pb-1 text-left text-xl font-semibold">
          {day === today ? "This week" : `The week from ${formatDay(day)}`}
        </caption>
        <thead>
          <tr className="border-b border-edge">
            <th className={cell}>Day</th>
            <th className={cell}>Matinee</th>
            <th className={cell}>Evening</th>
          </tr>
        </thead>
        <tbody>
          {week.map(({ date, performances }) => (
            <tr key={date} className="border-b border-line">
              <th scope="row" className={`${cell} font-normal whitespace-nowrap`}>
                <time dateTime={date}>{shortDay(date)}</time>
              </th>
              {performances && performances.length > 0 ? (
                <>
                  <td className={cell}>{timesInWords(performances.filter(isMatinee))}</td>
                  <td className={cell}>{timesInWords(performances.filter((one) => !isMatinee(one)))}</td>
                </>
              ) : (
                <td className={`${cell} text-muted`} colSpan={2}>
                  {performances ? "No performance" : "Not known"}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-sm print:hidden">
        <a
          href={`/feeds${pageOf("shows", run.show.id)}/performances.ics`}
          className="underline decoration-edge underline-offset-4 hover:decoration-curtain"
        >
          Calendar of the performances
        </a>
      </p>
    </>
  );
}

const cell = "py-1 pr-4 align-top [overflow-wrap:anywhere]";

/** The column says what is a matinee. */
function timesInWords(performances: readonly DayPerformance[]): string {
  return joinNames(performances.map((one) => performanceInWords(one, { isMatineeSaid: false })));
}
