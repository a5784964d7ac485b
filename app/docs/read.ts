import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import { pageInfrastructure } from "@/app/page-infrastructure";
import { requestOrigin } from "@/app/service-origin";
import type { ContentsProps } from "@/components/docs/contents";
import { languageCookie } from "@/components/docs/language-cookie";
import { parseLanguage } from "@/lib/docs/code/example-code";
import { guidesFor } from "@/lib/docs/guides/guides";
import { currentReference } from "@/lib/docs/reference/current-reference";
import { routes } from "@/lib/routes";

/** The documentation for the current settings and data. */
export const readDocs = cache(async () => {
  const origin = await requestOrigin();
  const running = await pageInfrastructure();
  const reference = await currentReference(routes, running);
  return { origin, reference, guides: guidesFor({ origin, limits: running.settings, reference }) };
});

/** The language that the reader chose last, from a cookie. */
export async function readLanguage() {
  return parseLanguage((await cookies()).get(languageCookie)?.value);
}

/** @param here the page's path and sections. */
export async function contentsFor(here: string, sections: ContentsProps["sections"]): Promise<ContentsProps> {
  const { reference, guides } = await readDocs();
  return {
    here,
    sections,
    guides: guides.map(({ slug, title }) => ({ href: `/docs/guides/${slug}`, title })),
    groups: reference.groups.map(({ slug, name }) => ({ href: `/docs/${slug}`, title: name })),
  };
}
