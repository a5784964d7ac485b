import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { requireStaffSession } from "@/app/session";
import { EditProduction } from "@/components/cast/edit-production";
import { EditRecord } from "@/components/record-form/edit-record";
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
      <h1 className="mt-1 mb-6 text-3xl font-semibold">
        <RecordTitle path={resource} id={id} />
      </h1>
      {resource === "productions" ? (
        <EditProduction key={id} id={id} />
      ) : (
        <EditRecord key={`${resource}/${id}`} path={resource} id={id} />
      )}
    </>
  );
}
