import { formatDay } from "@/lib/core/date-words.browser";
import type { Metadata } from "next";
import { answerWith, headOf, readView } from "@/app/public-page";
import type { SearchParams } from "@/app/session";
import { wholePage } from "@/app/whole-page";
import { DayForm, DayRow } from "@/components/public/day-form";
import { dayInSentence } from "@/components/public/page-script";
import {
  choiceTitle,
  chosenRuns,
  lately,
  MonthOfRuns,
  RestingRuns,
  RunChoiceLinks,
  RunsOfDay,
  type RunChoice,
} from "@/components/public/runs-of-day";
import { PageSection, Problem, PublicPage } from "@/components/public/public-page";
import type { RunOfDay } from "@/lib/listings/pages/schema.browser";
import { dayPage } from "@/lib/listings/pages/list-pages";
import { showTypes } from "@/lib/resources/shows/terms.browser";
import { readChoice, readDay } from "@/lib/http/server/pages/parameters";

interface Props {
  searchParams: SearchParams;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { value } = readDay((await searchParams)["date"]);
  return headOf({
    title: value === null ? "Tonight in the West End" : `On in the West End, ${formatDay(value)}`,
    description:
      "What is on in London’s West End, theatre by theatre, on any day since 1952, and what opens and closes this month.",
    canonical: value === null ? "/on" : `/on?date=${value}`,
  });
}

export default wholePage(async function OnPage({ searchParams }: Props) {
  const parameters = await searchParams;
  const date = readDay(parameters["date"]);
  const type = readChoice(parameters["type"], showTypes);
  const only = readChoice(parameters["only"], lately);
  const problems = [date, type, only].flatMap(({ problem }) => problem ?? []);
  if (problems.length > 0) answerWith(400);
  const { day, today, runs, opening, closing } = await readView(`on ${date.value ?? "today"}`, (catalogue) =>
    dayPage(catalogue, date.value),
  );
  const isToday = day === today;
  const choice: RunChoice = { type: type.value, only: only.value };
  const isAll = choice.type === null && choice.only === null;
  const chosen = chosenRuns(runs, day, choice);
  const playing = chosen.filter((run) => !isResting(run));
  const hrefOf = (one: string, some = choice) => {
    const kept = { ...(one !== today && { date: one }), ...keptOf(some) };
    return Object.keys(kept).length === 0 ? "/on" : `/on?${new URLSearchParams(kept).toString()}`;
  };
  return (
    <PublicPage
      title={isToday ? "Tonight in the West End" : `On ${formatDay(day)}`}
      lede={countsInWords(day, runs)}
      end={{ calls: [`/api/on?date=${day}&include=cast`], calendar: "/feeds/west-end.ics" }}
    >
      {problems.map((problem) => (
        <Problem key={problem}>{problem}</Problem>
      ))}
      <div className="mt-6 flex flex-wrap items-end gap-x-6 gap-y-2">
        <DayRow hrefOf={(one) => hrefOf(one)} day={day} today={today} />
        <DayForm action="/on" name="date" label="Day" day={day} kept={keptOf(choice)} />
      </div>
      {runs.length > 0 && <RunChoiceLinks runs={runs} day={day} choice={choice} hrefOf={(some) => hrefOf(day, some)} />}
      {(playing.length > 0 || !isAll) && (
        <PageSection id="runs" title={choiceTitle(choice)}>
          {playing.length === 0 && <p className="mt-2">None on this day.</p>}
          <RunsOfDay runs={playing} today={today} isToday={isToday} />
        </PageSection>
      )}
      <RestingRuns
        runs={chosen.filter(isResting)}
        title={isToday ? "No performance today" : "No performance on this day"}
      />
      {isAll && <MonthOfRuns day={day} opening={opening} closing={closing} />}
    </PublicPage>
  );
});

function isResting({ performances }: RunOfDay): boolean {
  return performances?.length === 0;
}

function keptOf({ type, only }: RunChoice): Record<string, string> {
  return { ...(type !== null && { type }), ...(only !== null && { only }) };
}

/** `Friday 27 November 2026: 30 shows in 29 theatres, and 12 more that have no performance on this day.` */
function countsInWords(day: string, runs: readonly RunOfDay[]): string {
  if (runs.length === 0) return `${dayInSentence(day)}. No run is listed for this day.`;
  const playing = runs.filter((run) => !isResting(run));
  const theatres = new Set(playing.map(({ theatre }) => theatre.id)).size;
  const resting = runs.length - playing.length;
  const more = resting === 0 ? "" : `, and ${resting} more without a performance on this day`;
  const beyond = runs.filter(({ beyondSale }) => beyondSale).length;
  const isUncertain = playing.some(({ performances }) => performances === null);
  const doubt =
    beyond > 0 ? ` ${beyond === runs.length ? "None is" : `${beyond} are not`} on sale that far ahead.` : "";
  const unknown = isUncertain && beyond === 0 ? " Where no time stands, it is not known." : "";
  return `${dayInSentence(day)}: ${playing.length} ${playing.length === 1 ? "show" : "shows"} in ${theatres} ${theatres === 1 ? "theatre" : "theatres"}${more}.${doubt}${unknown}`;
}
