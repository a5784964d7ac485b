import "server-only";
import { headers } from "next/headers";
import { permanentRedirect } from "next/navigation";
import type { ReactNode } from "react";
import { notedInfrastructure } from "@/app/page-infrastructure";
import { answerWith, headOf, missingHead, recordIdOf } from "@/app/public-page";
import { requestOrigin } from "@/app/service-origin";
import type { SearchParams } from "@/app/session";
import { wholeHead, wholePage } from "@/app/whole-page";
import { NotHere, PublicPage } from "@/components/public/public-page";
import type { Footnote } from "@/lib/listings/pages/schema.browser";
import { survivorOf } from "@/lib/records/successor";
import { resourceAt } from "@/lib/resources/resources";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

interface RecordPage<View> {
  place: "shows" | "theatres" | "people";
  /** @param searchParams of the page; its head is the same for all of them. */
  find: (id: string, searchParams?: SearchParams) => Promise<View | null>;
  head: (view: View) => { title: string; description: string };
  lede: (view: View) => ReactNode;
  jsonLd: (view: View, origin: string) => object;
  /** The calls of the API that have what the page shows. @param path the record's, encoded. */
  calls: (view: View, path: string) => string[];
  content: (view: View) => ReactNode;
}

/** The head and the page of a record for people; the page of a merged record leads to the survivor's. */
export function defineRecordPage<View extends { footnotes: readonly Footnote[] }>(page: RecordPage<View>) {
  const { place, find, head, lede, jsonLd, calls, content } = page;
  const generateMetadata = wholeHead(async ({ params }: Props) => {
    const id = await recordIdOf(params);
    const view = await find(id);
    return view
      ? headOf({ ...head(view), canonical: `/${place}/${encodeURIComponent(id)}`, hasPicture: true })
      : missingHead;
  });
  const Page = wholePage(async function RecordPageForPeople({ params, searchParams }: Props) {
    const id = await recordIdOf(params);
    const view = await find(id, searchParams);
    if (!view) return <NotHere place={place} id={id} requestId={await leaveMerged(place, id)} />;
    const path = encodeURIComponent(id);
    return (
      <PublicPage
        title={head(view).title}
        lede={lede(view)}
        jsonLd={jsonLd(view, await requestOrigin())}
        footnotes={view.footnotes}
        end={{ calls: calls(view, path), calendar: `/feeds/${place}/${path}.ics`, record: { resource: place, id } }}
      >
        {content(view)}
      </PublicPage>
    );
  });
  return { generateMetadata, Page };
}

/** Leads from the page of a merged record to the survivor's (308); otherwise it is a 404. @returns the request's id. */
async function leaveMerged(place: RecordPage<never>["place"], id: string): Promise<string | null> {
  const infrastructure = await notedInfrastructure();
  const versions = await infrastructure.readVersions();
  const survivor = await survivorOf(resourceAt(place), id, { infrastructure, versions });
  if (survivor !== null) permanentRedirect(`/${place}/${encodeURIComponent(survivor)}`);
  answerWith(404);
  return (await headers()).get("x-request-id");
}
