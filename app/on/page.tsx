import { formatDay } from "@/lib/core/date-words.browser";
import type { Metadata } from "next";
import { answerWith, headOf, pageNonce, readView } from "@/app/public-page";
import type { SearchParams } from "@/app/session";
import { wholePage } from "@/app/whole-page";
import { DayForm, DayLinks } from "@/components/public/day-form";
import { dayInSentence } from "@/components/public/run-words";
import { MonthOfRuns, RestingRuns, RunsOfDay } from "@/components/public/runs-of-day";
import { PageSection, Problem, PublicPage } from "@/components/public/public-page";
import type { RunOfDay } from "@/lib/listings/pages/schema.browser";
import { dayPage } from "@/lib/listings/pages/list-pages";
import { readDay } from "@/lib/listings/pages/parameters";

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
  const { value, problem } = readDay((await searchParams)["date"]);
  const { day, today, runs, opening, closing } = await readView(`on ${value ?? "today"}`, (catalogue) =>
    dayPage(catalogue, value),
  );
  if (problem !== null) answerWith(400);
  const isToday = day === today;
  const resting = runs.filter(({ performances }) => performances?.length === 0);
  const playing = runs.filter((run) => !resting.includes(run));
  return (
    <PublicPage
      title={isToday ? "Tonight in the West End" : `On ${formatDay(day)}`}
      lede={
        runs.length === 0 ? `${dayInSentence(day)}. No run is listed for this day.` : countsInWords(day, runs, playing)
      }
      nonce={await pageNonce()}
      end={{ calls: [`/api/on?date=${day}&include=cast`], calendar: "/feeds/west-end.ics" }}
    >
      {problem !== null && <Problem>{problem}</Problem>}
      <div className="mt-6 flex flex-wrap items-end gap-2">
        <DayForm action="/on" name="date" label="Day" day={day} />
        <DayLinks hrefOf={(one) => (one === today ? "/on" : `/on?date=${one}`)} day={day} today={today} />
      </div>
      {playing.length > 0 && (
        <PageSection id="runs" title="By theatre">
          <RunsOfDay runs={playing} today={today} isToday={isToday} />
        </PageSection>
      )}
      <RestingRuns runs={resting} title={isToday ? "No performance today" : "No performance on this day"} />
      <MonthOfRuns day={day} opening={opening} closing={closing} />
    </PublicPage>
  );
});

/** `Friday 27 November 2026: 30 shows in 29 theatres, and 12 more that have no performance on this day.` */
function countsInWords(day: string, runs: readonly RunOfDay[], playing: readonly RunOfDay[]): string {
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
