import type { Metadata } from "next";
import { frameOf, frontSections, readDocs, readLanguage, sampleCallOf } from "@/app/docs/read";
import { DocsPage } from "@/components/docs/docs-page";
import { GroupList, GuideList } from "@/components/docs/group-list";
import { Introduction, Tools } from "@/components/docs/introduction";
import type { ExampleCall } from "@/lib/docs/code/example-code.browser";

export const metadata: Metadata = {
  title: "Documentation",
  description:
    "Guides and reference of the Theatre Listings API: every endpoint, field, header and error, with real answers and code for curl, JavaScript and Python.",
  alternates: { canonical: "/docs" },
};

export default async function DocsFrontPage() {
  const { origin, reference, guides } = await readDocs();
  const getShow = reference.groups.flatMap((group) => group.operations).find(({ anchor }) => anchor === "get-show");
  // One record: a list would fill the reader's terminal.
  const call = await sampleCallOf(getShow?.call ?? listShows);
  const frame = await frameOf("/docs", frontSections);
  return (
    <DocsPage {...frame} title="Documentation">
      <Introduction {...{ origin, call }} language={await readLanguage()} isSignedIn={frame.isSignedIn} />
      <Tools origin={origin} />
      <GuideList guides={guides} />
      <GroupList groups={reference.groups} paragraphs={reference.introduction} />
    </DocsPage>
  );
}

const listShows: ExampleCall = {
  method: "GET",
  url: "/api/shows",
  credentials: "none",
  body: null,
  result: "shows",
  isList: true,
};
