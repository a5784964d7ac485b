import type { Metadata } from "next";
import { frameOf, readDocs, readLanguage } from "@/app/docs/read";
import { wholeHead, wholePage } from "@/app/whole-page";
import { DocsPage } from "@/components/docs/docs-page";
import { GuideNeighbours, GuideSection } from "@/components/docs/guide-body";
import { AppError } from "@/lib/core/errors";
import type { Guide } from "@/lib/docs/guides/schema.browser";

interface Props {
  params: Promise<{ slug: string }>;
}

export const generateMetadata = wholeHead(async ({ params }: Props): Promise<Metadata> => {
  const { slug, title, summary } = await guideOf(params);
  return { title, description: summary, alternates: { canonical: `/docs/guides/${slug}` } };
});

export default wholePage(async function GuidePage({ params }: Props) {
  const { slug, title, summary, sections } = await guideOf(params);
  const { guides } = await readDocs();
  const index = guides.findIndex((guide) => guide.slug === slug);
  const language = await readLanguage();
  return (
    <DocsPage {...await frameOf(`/docs/guides/${slug}`, sections)} title={title}>
      <div className="max-w-[80ch]">
        <p className="mt-3 text-lg text-muted">{summary}</p>
        {sections.map((section) => (
          <GuideSection key={section.anchor} section={section} language={language} />
        ))}
        <GuideNeighbours previous={guides[index - 1] ?? null} next={guides[index + 1] ?? null} />
      </div>
    </DocsPage>
  );
});

async function guideOf(params: Props["params"]): Promise<Guide> {
  const { slug: wanted } = await params;
  const { guides } = await readDocs();
  const found = guides.find(({ slug }) => slug === wanted);
  if (!found) throw new AppError("not_found");
  return found;
}
