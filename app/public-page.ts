import "server-only";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound, permanentRedirect } from "next/navigation";
import { cache } from "react";
import { notedInfrastructure } from "@/app/page-infrastructure";
import type { CatalogueReader } from "@/lib/catalogue/reader";
import { survivorOf } from "@/lib/resource/successor";
import { resourceAt } from "@/lib/resources/resources";

/** What a public page shows, kept as long as all that was read for it is the same. @param key unique among the pages. */
export async function readView<View>(key: string, make: (read: CatalogueReader) => View): Promise<View> {
  const { catalogue, derived, readVersions } = await notedInfrastructure();
  await catalogue.reach((await readVersions())?.data ?? null);
  return derived.get(`page ${key}`, make, (view) => JSON.stringify(view)?.length ?? 0);
}

/** Leaves the page of a record that is not there: a merged one leads to the survivor (308), others to a search (404). */
export async function leaveMissing(path: "shows" | "theatres" | "people", id: string): Promise<never> {
  const infrastructure = await notedInfrastructure();
  const survivor = await survivorOf(resourceAt(path), id, {
    infrastructure,
    versions: await infrastructure.readVersions(),
  });
  return survivor === null ? notFound() : permanentRedirect(`/${path}/${encodeURIComponent(survivor)}`);
}

/** The head of a page whose record is not there. Next renders nothing of a page that is left while its head is made. */
export const missingHead: Metadata = { title: "Not found" };

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

/** The nonce of the page's scripts. */
export const pageNonce = cache(async (): Promise<string> => {
  const policy = (await headers()).get("content-security-policy") ?? "";
  return /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
});
