import type { Metadata } from "next";
import { contentsFor, readDocs, readLanguage } from "@/app/docs/read";
import { DocsPage } from "@/components/docs/docs-page";
import { GroupList } from "@/components/docs/group-list";
import { GuideList } from "@/components/docs/guide-list";
import { HeaderTable } from "@/components/docs/header-table";
import { Introduction } from "@/components/docs/introduction";
import { exampleCode } from "@/lib/docs/code/example-code";

export const metadata: Metadata = {
  title: "Documentation",
  description:
    "Guides and reference of the Theatre Listings API: every endpoint, field, header and error, with real answers and code for curl, JavaScript, Python and PHP.",
  alternates: { canonical: "/docs" },
};

const sections = [
  { anchor: "first-call", title: "First request" },
  { anchor: "guides", title: "Guides" },
  { anchor: "reference", title: "Reference" },
  { anchor: "everywhere", title: "Conventions" },
  { anchor: "headers", title: "Headers" },
];

export default async function DocsFrontPage() {
  const { origin, reference, guides } = await readDocs();
  const code = exampleCode({
    method: "GET",
    url: `${origin}/api/shows`,
    credentials: "none",
    body: null,
    result: "shows",
    isList: true,
  });
  return (
    <DocsPage contents={await contentsFor("/docs", sections)} title="Documentation">
      <Introduction origin={origin} code={code} language={await readLanguage()} />
      <GuideList guides={guides} />
      <GroupList groups={reference.groups} paragraphs={reference.introduction} />
      <HeaderTable groups={reference.groups} />
    </DocsPage>
  );
}
