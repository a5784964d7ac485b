import type { Metadata } from "next";
import { answerWith, headOf, readView } from "@/app/public-page";
import type { SearchParams } from "@/app/session";
import { wholePage } from "@/app/whole-page";
import { PublicPage, Problem } from "@/components/public/public-page";
import { Poster, WhoAnswerView } from "@/components/public/who";
import { questionInWords, sayWho } from "@/components/public/who-words";
import { readDay, readText } from "@/lib/http/server/pages/parameters";
import type { WhoAnswer } from "@/lib/listings/pages/schema.browser";
import { posterShows, whoWasIn } from "@/lib/listings/pages/who";

const lede = "Who was in it, on any day since 1952, and how sure that is.";

export async function generateMetadata({ searchParams }: { searchParams: SearchParams }): Promise<Metadata> {
  const { show, on, role } = await readQuestion(searchParams);
  const answer = show && (await findAnswer(show, on, role));
  if (!show || !answer) return headOf({ title: "Who was in it?", description: lede, canonical: "/who" });
  return {
    ...headOf({
      title: questionInWords(answer.show?.name ?? show, on, answer.role ?? role),
      description: sayWho(answer).sentence,
      canonical: "/who",
    }),
    // Questions are countless.
    robots: { index: false, follow: true },
  };
}

export default wholePage(async function WhoPage({ searchParams }: { searchParams: SearchParams }) {
  const { show, on, role, problem } = await readQuestion(searchParams);
  if (problem !== null) answerWith(400);
  const answer = show === null || problem !== null ? null : await findAnswer(show, on, role);
  const { shows, today } = await readView("show names", (catalogue) => ({
    shows: posterShows(catalogue),
    today: catalogue.today,
  }));
  return (
    <PublicPage title="Who was in it?" lede={lede}>
      <Poster show={answer?.show?.name ?? show ?? ""} day={on ?? today} role={role ?? ""} shows={shows} />
      {problem !== null && <Problem>{problem}</Problem>}
      <div data-answer aria-live="polite" className="mt-4 min-h-24">
        {answer && <WhoAnswerView answer={answer} />}
      </div>
    </PublicPage>
  );
});

/** The question in the address; `problem` is what is wrong with it. */
async function readQuestion(searchParams: SearchParams) {
  const parameters = await searchParams;
  const [show, on, role] = [readText(parameters["show"]), readDay(parameters["on"]), readText(parameters["role"])];
  return { show: show.value, on: on.value, role: role.value, problem: show.problem ?? on.problem ?? role.problem };
}

async function findAnswer(show: string, on: string | null, role: string | null): Promise<WhoAnswer> {
  return readView(`who ${JSON.stringify([show, on, role])}`, (catalogue) => whoWasIn(catalogue, { show, on, role }));
}
