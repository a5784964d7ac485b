import { formatDay } from "@/lib/core/date-words.browser";
import type { Company } from "@/lib/listings/pages/schema.browser";
import { performanceInWords } from "@/lib/resources/productions/performance-words.browser";
import { isMatinee, type DayPerformance } from "@/lib/resources/productions/performances.browser";
import { joinNames } from "./run-words";

const inWeek = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });

interface Props {
  company: Company;
  today: string;
  /** The address of the calendar of performances. */
  calendar: string;
}

/** When it plays in the seven days from the one that is looked at; nothing where no time is known. */
export function WeekOfRun({ company: { week, day }, today, calendar }: Props) {
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
                <time dateTime={date}>{inWeek.format(new Date(date)).replace(",", "")}</time>
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
        <a href={calendar} className="underline decoration-edge underline-offset-4 hover:decoration-curtain">
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
