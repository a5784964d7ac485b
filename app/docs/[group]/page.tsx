import type { Metadata } from "next";
import { frameOf, readDocs, readLanguage, sampleCallOf } from "@/app/docs/read";
import { wholeHead, wholePage } from "@/app/whole-page";
import { DocsPage } from "@/components/docs/docs-page";
import { LinkedHeading, Prose } from "@/components/docs/text";
import { OperationView } from "@/components/docs/operation-view";
import { AppError } from "@/lib/core/errors";
import { isPublicRead, type OperationGroup } from "@/lib/docs/reference/schema.browser";

interface Props {
  params: Promise<{ group: string }>;
}

export const generateMetadata = wholeHead(async ({ params }: Props): Promise<Metadata> => {
  const { slug, name, description, operations } = await groupOf(params);
  return {
    title: `${name}: API reference`,
    description: `${description} ${operations.map(({ summary }) => summary).join(", ")}: parameters, fields, errors and code in four languages.`,
    alternates: { canonical: `/docs/${slug}` },
  };
});

export default wholePage(async function GroupPage({ params }: Props) {
  const { slug, name, description, operations } = await groupOf(params);
  const language = await readLanguage();
  const views = await Promise.all(
    operations.map(async (operation) => {
      const sampleCall = await sampleCallOf(operation.call);
      return <OperationView key={operation.anchor} {...{ operation, sampleCall, language }} />;
    }),
  );
  const reads = operations.filter(isPublicRead).length;
  const isMixed = reads > 0 && reads < operations.length;
  return (
    <DocsPage {...await frameOf(`/docs/${slug}`)} title={name}>
      <p className="mt-3 mb-10 max-w-[70ch] text-lg text-muted">
        <Prose text={description} />
      </p>
      {views.slice(0, reads)}
      {isMixed && (
        <section aria-labelledby="staff" className="border-t border-line pt-10">
          <LinkedHeading anchor="staff">Staff and account endpoints</LinkedHeading>
          <p className="mt-2 mb-10 text-muted">An API key can’t call these.</p>
        </section>
      )}
      {views.slice(reads)}
    </DocsPage>
  );
});

async function groupOf(params: Props["params"]): Promise<OperationGroup> {
  const { group: wanted } = await params;
  const { reference } = await readDocs();
  const found = reference.groups.find(({ slug }) => slug === wanted);
  if (!found) throw new AppError("not_found");
  return found;
}
