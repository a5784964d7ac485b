import { answerWith, viewShow } from "@/app/public-page";
import { defineRecordPage } from "@/app/record-page";
import type { SearchParams } from "@/app/session";
import { CompanyOfRun } from "@/components/public/company";
import { CreativeTeam } from "@/components/public/credits";
import { showDescription, ShowLede } from "@/components/public/ledes";
import { PageSection, Problem } from "@/components/public/public-page";
import { dayInSentence } from "@/components/public/page-script";
import { RunHistory, RunOfShow, WeekOfRun } from "@/components/public/runs-of-show";
import { readDay } from "@/lib/http/server/pages/parameters";
import { showJsonLd } from "@/lib/listings/pages/json-ld";

const { generateMetadata, Page } = defineRecordPage({
  place: "shows",
  find,
  head: (view) => ({ title: view.show.name, description: showDescription(view) }),
  lede: (view) => <ShowLede view={view} />,
  jsonLd: showJsonLd,
  calls: ({ company }, path) => {
    const production = `/api/productions/${encodeURIComponent(company?.run.id ?? "")}`;
    return [
      `/api/shows/${path}/productions`,
      ...(company ? [`${production}/cast?on=${company.day}`] : []),
      ...(company?.crew.length ? [`${production}/crew`] : []),
    ];
  },
  content: ({ show, company, runs, today, problem }) => (
    <>
      {problem !== null && <Problem>{problem}</Problem>}
      {company?.missedDay && (
        <Problem>
          {show.name} did not run on {dayInSentence(company.missedDay)}. This is the nearest day of a run.
        </Problem>
      )}
      {company && (
        <PageSection id="company" title={`At ${company.run.theatre.name}`}>
          <RunOfShow company={company} today={today} />
          <WeekOfRun company={company} today={today} />
          <CompanyOfRun company={company} today={today} />
        </PageSection>
      )}
      {company && <CreativeTeam crew={company.crew} />}
      {runs.length > 0 && (
        <RunHistory title={runs.length === 1 ? "The run" : "Every run"} runs={runs} today={today} by="theatre" />
      )}
    </>
  ),
});

export { generateMetadata };
export default Page;

/** @returns the show on the day in the address; `problem` is what is wrong with that day. */
async function find(id: string, searchParams?: SearchParams) {
  const { value: day, problem } = readDay((await searchParams)?.["on"]);
  const view = await viewShow(id, day);
  if (view && problem !== null) answerWith(400);
  return view && { ...view, problem };
}
