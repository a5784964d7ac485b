import "server-only";
import type { Metadata } from "next";
import { notedInfrastructure } from "@/app/page-infrastructure";
import type { CatalogueReader } from "@/lib/catalogue/reader";
import { currentNodeResponse } from "@/lib/http/before-next";
import { decodePercent } from "@/lib/http/router";
import { personPage, showPage, theatrePage } from "@/lib/listings/pages/record-pages";

/** What a public page shows, kept as long as all that was read for it is the same. @param key unique among the pages. */
export async function readView<View>(key: string, make: (read: CatalogueReader) => View): Promise<View> {
  const { catalogue, derived, readVersions } = await notedInfrastructure();
  await catalogue.reach((await readVersions())?.data ?? null);
  return derived.get(`page ${key}`, make, (view) => JSON.stringify(view)?.length ?? 0);
}

export const viewPerson = (id: string) => readView(`person ${id}`, (catalogue) => personPage(catalogue, id));

/** @param day whose company is shown; null for the present one. */
export const viewShow = (id: string, day: string | null = null) =>
  readView(`show ${JSON.stringify([id, day])}`, (catalogue) => showPage(catalogue, id, day));

export const viewTheatre = (id: string) => readView(`theatre ${id}`, (catalogue) => theatrePage(catalogue, id));

/** The id in the address of a record's page, which Next leaves encoded. */
export async function recordIdOf(params: Promise<{ id: string }>): Promise<string> {
  const { id } = await params;
  return decodePercent(id) ?? id;
}

/** The status of the page, which Next has no word for: what `notFound()` renders needs scripts. */
export function answerWith(status: number, headers: Readonly<Record<string, string>> = {}): void {
  const response = currentNodeResponse();
  if (!response) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** The head of the page of a record that is not there. */
export const missingHead: Metadata = { title: "Not found", robots: { index: false } };

interface Head {
  title: string;
  description: string;
  canonical: string;
  /** Whether Next finds a picture beside the page; otherwise it has that of the service. */
  hasPicture?: boolean;
}

/** The head of a public page. */
export function headOf({ title, description, canonical, hasPicture = false }: Head): Metadata {
  return {
    title,
    description,
    alternates: { canonical },
    openGraph: {
      title,
      description,
      url: canonical,
      type: "website",
      siteName: "Theatre Listings",
      locale: "en_GB",
      ...(!hasPicture && { images: { url: "/opengraph-image.png", width: 1200, height: 630 } }),
    },
  };
}
