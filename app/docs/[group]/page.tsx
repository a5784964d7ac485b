import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { contentsFor, readDocs, readLanguage } from "@/app/docs/read";
import { DocsPage } from "@/components/docs/docs-page";
import { OperationView } from "@/components/docs/operation-view";
import { Prose } from "@/components/docs/prose";
import { exampleCode } from "@/lib/docs/code/example-code";
import type { OperationGroup } from "@/lib/docs/reference/schema";

interface Props {
  params: Promise<{ group: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, name, description, operations } = await groupOf(params);
  return {
    title: `${name}: API reference`,
    description: `${description} ${operations.map(({ summary }) => summary).join(", ")}: parameters, fields, errors and code in four languages.`,
    alternates: { canonical: `/docs/${slug}` },
  };
}

export default async function GroupPage({ params }: Props) {
  const { slug, name, description, operations } = await groupOf(params);
  const { origin } = await readDocs();
  const language = await readLanguage();
  const contents = await contentsFor(
    `/docs/${slug}`,
    operations.map(({ anchor, summary, method }) => ({ anchor, title: summary, method })),
  );
  return (
    <DocsPage contents={contents} title={name}>
      <p className="mt-3 mb-10 max-w-[70ch] text-lg text-muted">
        <Prose text={description} />
      </p>
      {operations.map((operation) => (
        <OperationView
          key={operation.anchor}
          operation={operation}
          code={exampleCode({ ...operation.call, url: origin + operation.call.url })}
          language={language}
        />
      ))}
    </DocsPage>
  );
}

async function groupOf(params: Props["params"]): Promise<OperationGroup> {
  const { group: wanted } = await params;
  const { reference } = await readDocs();
  return reference.groups.find(({ slug }) => slug === wanted) ?? notFound();
}
