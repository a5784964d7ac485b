import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { calendarOfRecord } from "@/app/calendar-of-record";
import { prefetch } from "@/app/prefetch";
import { recordName } from "@/app/record-name";
import { requireStaffSession } from "@/app/session";
import { AddToCalendar } from "@/components/calendar-address/add-to-calendar";
import { castPath } from "@/components/cast/cast-path";
import { ProductionPage } from "@/components/cast/production-page";
import { MergeButton } from "@/components/merge/merge-button";
import { FoldedCredits } from "@/components/credits/folded-credits";
import { FoldedMap } from "@/components/theatre-map/folded-map";
import { EditRecord } from "@/components/record-form/edit-record";
import { Hydrate } from "@/components/hydrate";
import { productionCastRoute } from "@/lib/casts/cast-route";
import { isPath, nouns } from "@/lib/resources/nouns";
import { RecordTitle } from "@/components/directory/record-title";
import { capitalised } from "@/lib/resource/terms";

interface Props {
  params: Promise<{ resource: string; id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { resource } = await params;
  return { title: isPath(resource) ? capitalised(nouns[resource].singular) : "Page not found" };
}

export default async function RecordPage({ params }: Props) {
  const { resource, id: encoded } = await params;
  await requireStaffSession(`/dashboard/${resource}/${encoded}`);
  if (!isPath(resource)) notFound();
  const id = decodeURIComponent(encoded);
  const [name, calendar] = await Promise.all([recordName(resource, id), calendarOfRecord(resource, id)]);
  return (
    <>
      <p className="text-sm text-muted">
        <Link href={`/dashboard/${resource}`} prefetch={false} className="underline underline-offset-4">
          {capitalised(nouns[resource].plural)}
        </Link>
      </p>
      <div className="mt-1 mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="work-title">
          <RecordTitle path={resource} id={id} first={name} />
        </h1>
        <div className="flex flex-wrap items-center gap-2 empty:hidden">
          {name !== null && calendar !== null && <AddToCalendar {...calendar} />}
          <MergeButton key={id} path={resource} id={id} />
        </div>
      </div>
      {resource === "productions" ? (
        <Hydrate answers={await prefetch({ [castPath(id)]: productionCastRoute })}>
          <ProductionPage key={id} id={id} />
        </Hydrate>
      ) : (
        <EditRecord key={`${resource}/${id}`} path={resource} id={id}>
          {resource === "theatres" && <FoldedMap selectedId={id} />}
          {resource === "people" && <FoldedCredits personId={id} />}
        </EditRecord>
      )}
    </>
  );
}
