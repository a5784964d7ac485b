import { headOf, leaveMerged, missingHead, pageNonce, readView, recordIdOf } from "@/app/public-page";
import { requestOrigin } from "@/app/service-origin";
import { wholeHead, wholePage } from "@/app/whole-page";
import { Career, careerInWords } from "@/components/public/career";
import { Marks, Verified } from "@/components/public/footnotes";
import { NotHere, PublicPage } from "@/components/public/public-page";
import { AliasLine } from "@/components/public/ledes";
import { personJsonLd } from "@/lib/listings/pages/json-ld";
import { personPage } from "@/lib/listings/pages/record-pages";
import type { PersonView } from "@/lib/listings/pages/schema.browser";

interface Props {
  params: Promise<{ id: string }>;
}

export const generateMetadata = wholeHead(async ({ params }: Props) => {
  const id = await recordIdOf(params);
  const view = await find(id);
  if (!view) return missingHead;
  const { person, credits, today } = view;
  return headOf({
    title: person.name,
    description: person.bio ?? `${person.name} in London’s West End: ${careerInWords(credits, today)}`,
    canonical: `/people/${encodeURIComponent(id)}`,
    hasPicture: true,
  });
});

export default wholePage(async function PersonPage({ params }: Props) {
  const id = await recordIdOf(params);
  const view = await find(id);
  if (!view)
    return <NotHere place="people" id={id} requestId={await leaveMerged("people", id)} nonce={await pageNonce()} />;
  const { person, credits, aliases, provenance, footnotes, today } = view;
  const path = encodeURIComponent(id);
  return (
    <PublicPage
      title={person.name}
      lede={
        <>
          {careerInWords(credits, today)}
          <Marks marks={provenance.marks} /> <AliasLine aliases={aliases} />
          {person.bio !== null && <span className="mt-3 block text-base text-ink">{person.bio}</span>}
          <Verified on={provenance.verifiedOn} />
        </>
      }
      jsonLd={personJsonLd(view, await requestOrigin())}
      nonce={await pageNonce()}
      footnotes={footnotes}
      end={{
        calls: [`/api/people/${path}/credits`],
        calendar: `/feeds/people/${path}.ics`,
        record: { resource: "people", id },
      }}
    >
      <Career credits={credits} today={today} />
    </PublicPage>
  );
});

async function find(id: string): Promise<PersonView | null> {
  return readView(`person ${id}`, (catalogue) => personPage(catalogue, id));
}
