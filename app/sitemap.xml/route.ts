import { readView } from "@/app/public-page";
import { wholeFile } from "@/app/public-file";
import { sitemapEntries } from "@/lib/listings/pages/list-pages";
import { readDocs } from "../docs/read";

/** All public pages, those of records with the day of their last change. */
export const GET = wholeFile(async () => {
  const { origin, reference, guides } = await readDocs();
  const paths = [
    "/",
    "/on",
    "/shows",
    "/theatres",
    "/who",
    "/search",
    "/docs",
    "/docs/changelog",
    ...guides.map(({ slug }) => `/docs/guides/${slug}`),
    ...reference.groups.map(({ slug }) => `/docs/${slug}`),
    "/terms",
    "/privacy",
    "/sign-in",
    "/sign-up",
  ];
  const records = await readView("sitemap", sitemapEntries);
  const all = [...paths.map((path) => ({ path, changedAt: null })), ...records];
  const entries = all.map(({ path, changedAt }) => {
    const changed = changedAt === null ? "" : `<lastmod>${changedAt}</lastmod>`;
    return `<url><loc>${origin}${path}</loc>${changed}</url>\n`;
  });
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("")}</urlset>
`;
  const headers = { "Content-Type": "application/xml", "Cache-Control": "public, max-age=0, must-revalidate" };
  return new Response(text, { headers });
});
