import type { MetadataRoute } from "next";
import { readView } from "@/app/public-page";
import { sitemapEntries } from "@/lib/listings/pages/sitemap-entries";
import { readDocs } from "./docs/read";

/** All public pages, those of records with the day of their last change. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
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
  return [
    ...paths.map((path) => ({ url: origin + path })),
    ...records.map(({ path, changedAt }) => ({
      url: origin + path,
      ...(changedAt !== null && { lastModified: changedAt }),
    })),
  ];
}
