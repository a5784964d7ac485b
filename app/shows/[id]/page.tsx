import { answerWith, headOf, leaveMerged, missingHead, pageNonce, readView, recordIdOf } from "@/app/public-page";
import type { SearchParams } from "@/app/session";
import { requestOrigin } from "@/app/service-origin";
import { wholeHead, wholePage } from "@/app/whole-page";
import { CompanyOfRun } from "@/components/public/company";
import { CreativeTeam } from "@/components/public/creative-team";
import { NotHere, PublicPage, PageSection, Problem } from "@/components/public/public-page";
import { dayInSentence } from "@/components/public/run-words";
import { RunHistory, RunOfShow, WeekOfRun } from "@/components/public/runs-of-show";
import { showDescription, ShowLede } from "@/components/public/ledes";
import { showJsonLd } from "@/lib/listings/pages/json-ld";
import { readDay } from "@/lib/http/server/pages/parameters";
import type { ShowView } from "@/lib/listings/pages/schema.browser";
import { showPage } from "@/lib/listings/pages/record-pages";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export const generateMetadata = wholeHead(async ({ params }: Props) => {
  const id = await recordIdOf(params);
  const view = await find(id, null);
  if (!view) return missingHead;
  return headOf({
    title: view.show.name,
    description: showDescription(view),
    canonical: `/shows/${encodeURIComponent(id)}`,
    hasPicture: true,
  });
});

export default wholePage(async function ShowPage({ params, searchParams }: Props) {
  const id = await recordIdOf(params);
  const { value: on, problem } = readDay((await searchParams)["on"]);
  const view = await find(id, on);
  if (!view)
    return <NotHere place="shows" id={id} requestId={await leaveMerged("shows", id)} nonce={await pageNonce()} />;
  if (problem !== null) answerWith(400);
  const { show, company, runs, footnotes, today } = view;
  const path = encodeURIComponent(id);
  const calls = [
    `/api/shows/${path}/productions`,
    ...(company ? [`/api/productions/${encodeURIComponent(company.run.id)}/cast?on=${company.day}`] : []),
    ...(company?.crew.length ? [`/api/productions/${encodeURIComponent(company.run.id)}/crew`] : []),
  ];
  return (
    <PublicPage
      title={show.name}
      lede={<ShowLede view={view} />}
      jsonLd={showJsonLd(view, await requestOrigin())}
      nonce={await pageNonce()}
      footnotes={footnotes}
      end={{ calls, calendar: `/feeds/shows/${path}.ics`, record: { resource: "shows", id } }}
    >
      {problem !== null && <Problem>{problem}</Problem>}
      {company?.missedDay && (
        <Problem>
          {show.name} did not run on {dayInSentence(company.missedDay)}. This is the nearest day of a run.
        </Problem>
      )}
      {company && (
        <PageSection id="company" title={`At ${company.run.theatre.name}`}>
          <RunOfShow company={company} today={today} />
          <WeekOfRun company={company} today={today} calendar={`/feeds/shows/${path}/performances.ics`} />
          <CompanyOfRun company={company} today={today} />
        </PageSection>
      )}
      {company && <CreativeTeam crew={company.crew} />}
      {runs.length > 0 && (
        <RunHistory title={runs.length === 1 ? "The run" : "Every run"} runs={runs} today={today} by="theatre" />
      )}
    </PublicPage>
  );
});

async function find(id: string, on: string | null): Promise<ShowView | null> {
  return readView(`show ${JSON.stringify([id, on])}`, (catalogue) => showPage(catalogue, id, on));
}
