import type { MetadataRoute } from "next";
import { readDocs } from "./docs/read";

/** All public pages. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const { origin, reference, guides } = await readDocs();
  const paths = [
    "/",
    "/docs",
    "/docs/changelog",
    ...guides.map(({ slug }) => `/docs/guides/${slug}`),
    ...reference.groups.map(({ slug }) => `/docs/${slug}`),
    "/terms",
    "/privacy",
    "/sign-in",
    "/sign-up",
  ];
  return paths.map((path) => ({ url: origin + path }));
}
