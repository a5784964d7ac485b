import type { Metadata } from "next";
import { answerWith, headOf, pageNonce, readView } from "@/app/public-page";
import type { SearchParams } from "@/app/session";
import { wholePage } from "@/app/whole-page";
import { formatDay } from "@/components/ui/calendar";
import { DayForm, DayLinks } from "@/components/public/day-form";
import { dayInSentence } from "@/components/public/run-words";
import { MonthOfRuns, RunsOfDay } from "@/components/public/runs-of-day";
import { PageSection, Problem, PublicPage } from "@/components/public/public-page";
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
  const theatres = new Set(runs.map(({ theatre }) => theatre.id)).size;
  const beyond = runs.filter(({ beyondSale }) => beyondSale).length;
  return (
    <PublicPage
      title={day === today ? "Tonight in the West End" : `On ${formatDay(day)}`}
      lede={
        runs.length === 0
          ? `${dayInSentence(day)}. No run is listed for this day.`
          : `${dayInSentence(day)}: ${runs.length} ${runs.length === 1 ? "show" : "shows"} in ${theatres} ${theatres === 1 ? "theatre" : "theatres"}. ${beyond === 0 ? "Some have no performance on this day." : `${beyond === runs.length ? "None is" : `${beyond} are not`} on sale that far ahead.`}`
      }
      nonce={await pageNonce()}
      end={{ calls: [`/api/on?date=${day}&include=cast`], calendar: "/feeds/west-end.ics" }}
    >
      {problem !== null && <Problem>{problem}</Problem>}
      <div className="mt-6 flex flex-wrap items-end gap-2">
        <DayForm action="/on" name="date" label="Day" day={day} />
        <DayLinks hrefOf={(one) => (one === today ? "/on" : `/on?date=${one}`)} day={day} today={today} />
      </div>
      {runs.length > 0 && (
        <PageSection id="runs" title="By theatre">
          <RunsOfDay runs={runs} today={today} />
        </PageSection>
      )}
      <MonthOfRuns day={day} opening={opening} closing={closing} />
    </PublicPage>
  );
});
