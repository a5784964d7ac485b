import { viewPerson } from "@/app/public-page";
import { defineRecordPage } from "@/app/record-page";
import { Career, careerInWords } from "@/components/public/credits";
import { Marks, Verified } from "@/components/public/footnotes";
import { AliasLine } from "@/components/public/ledes";
import { personJsonLd } from "@/lib/listings/pages/json-ld";

const { generateMetadata, Page } = defineRecordPage({
  place: "people",
  find: viewPerson,
  head: ({ person, credits, today }) => ({
    title: person.name,
    description: person.bio ?? `${person.name} in London’s West End: ${careerInWords(credits, today)}`,
  }),
  lede: ({ person, credits, aliases, provenance, today }) => (
    <>
      {careerInWords(credits, today)}
      <Marks marks={provenance.marks} /> <AliasLine aliases={aliases} />
      {person.bio !== null && <span className="mt-3 block text-base text-ink">{person.bio}</span>}
      <Verified on={provenance.verifiedOn} />
    </>
  ),
  jsonLd: personJsonLd,
  calls: (_view, path) => [`/api/people/${path}/credits`],
  content: ({ credits, today }) => <Career credits={credits} today={today} />,
});

export { generateMetadata };
export default Page;
