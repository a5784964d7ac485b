import type { Metadata } from "next";
import { answerWith, headOf, readView } from "@/app/public-page";
import { notedInfrastructure } from "@/app/page-infrastructure";
import type { SearchParams } from "@/app/session";
import { wholePage } from "@/app/whole-page";
import { Problem, PublicPage, SearchForm } from "@/components/public/public-page";
import { SearchResults } from "@/components/public/search-results";
import { pageReader } from "@/lib/core/computed-reads";
import { readText } from "@/lib/http/server/pages/parameters";
import type { Matches } from "@/lib/listings/pages/schema.browser";
import { matchesInShows, type NameMatches } from "@/lib/listings/pages/list-pages";
import { searchNames } from "@/lib/listings/search/search-routes";

const limit = 30;

interface Props {
  searchParams: SearchParams;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { value } = readText((await searchParams)["q"]);
  const head = headOf({
    title: value === null ? "Search" : `Search: ${value}`,
    description: "Find shows, theatres, people and roles of London’s West End.",
    canonical: "/search",
  });
  return value === null ? head : { ...head, robots: { index: false, follow: true } };
}

export default wholePage(async function SearchPage({ searchParams }: Props) {
  const { value: q, problem } = readText((await searchParams)["q"]);
  if (problem !== null) answerWith(400);
  const matches = q === null ? null : await search(q);
  return (
    <PublicPage
      title="Search"
      lede="Type the start of a name. Accents and small typos are fine."
      end={{ calls: [`/api/search?${new URLSearchParams({ q: q ?? "wicked", limit: String(limit) }).toString()}`] }}
    >
      {problem !== null && <Problem>{problem}</Problem>}
      <div className="mt-6 flex">
        <SearchForm text={q ?? ""} isMain />
      </div>
      {matches && q !== null && <SearchResults q={q} matches={matches} />}
    </PublicPage>
  );
});

async function search(q: string): Promise<Matches> {
  const infrastructure = await notedInfrastructure();
  const versions = await infrastructure.readVersions();
  const { body } = await searchNames({ ...pageReader, infrastructure, versions }, { q, limit });
  const bytes = await body.bytes("identity");
  // The search above built this JSON.
  const found = JSON.parse(bytes.toString()) as NameMatches;
  return readView(`search ${q} ${body.hash}`, (catalogue) => matchesInShows(catalogue, found));
}
