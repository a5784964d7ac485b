import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { prefetch } from "@/app/prefetch";
import { recordName } from "@/app/record-name";
import { requireStaffSession } from "@/app/session";
import { castPath } from "@/components/cast/cast-path";
import { ProductionPage } from "@/components/cast/production-page";
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
  return (
    <>
      <p className="text-sm text-muted">
        <Link href={`/dashboard/${resource}`} prefetch={false} className="underline underline-offset-4">
          {capitalised(nouns[resource].plural)}
        </Link>
      </p>
      <h1 className="mt-1 mb-6 work-title">
        <RecordTitle path={resource} id={id} first={await recordName(resource, id)} />
      </h1>
      {resource === "productions" ? (
        <Hydrate answers={await prefetch({ [castPath(id)]: productionCastRoute })}>
          <ProductionPage key={id} id={id} />
        </Hydrate>
      ) : (
        <EditRecord key={`${resource}/${id}`} path={resource} id={id}>
          {resource === "theatres" && <FoldedMap selectedId={id} />}
        </EditRecord>
      )}
    </>
  );
}
