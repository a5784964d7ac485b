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

/** The same for a record's page. A merged record leads to the survivor (308), an unknown one to a page that searches. */
export async function readRecordView<View>(
  path: "shows" | "theatres" | "people",
  id: string,
  make: (read: CatalogueReader) => View | null,
  key = "",
): Promise<View> {
  const view = await readView(`${path} ${JSON.stringify([id, key])}`, make);
  if (view !== null) return view;
  const infrastructure = await notedInfrastructure();
  const survivor = await survivorOf(resourceAt(path), id, {
    infrastructure,
    versions: await infrastructure.readVersions(),
  });
  return survivor === null ? notFound() : permanentRedirect(`/${path}/${encodeURIComponent(survivor)}`);
}

interface Head {
  title: string;
  description: string;
  canonical: string;
}

/** The head of a public page; its picture is found by Next. */
export function headOf({ title, description, canonical }: Head): Metadata {
  return {
    title,
    description,
    alternates: { canonical },
    openGraph: { title, description, url: canonical, type: "website", siteName: "Theatre Listings", locale: "en_GB" },
  };
}

/** The nonce of the page's scripts. */
export const pageNonce = cache(async (): Promise<string> => {
  const policy = (await headers()).get("content-security-policy") ?? "";
  return /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
});
