import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { requireStaffSession } from "@/app/session";
import { ImportRecords } from "@/components/import/import-records";
import { isPath, nouns } from "@/lib/resources/nouns";
import { capitalised } from "@/lib/resource/terms";

interface Props {
  params: Promise<{ resource: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { resource } = await params;
  return { title: isPath(resource) ? `Import ${nouns[resource].plural}` : "Page not found" };
}

export default async function ImportPage({ params }: Props) {
  const { resource } = await params;
  await requireStaffSession(`/dashboard/${resource}/import`);
  if (!isPath(resource)) notFound();
  return (
    <>
      <p className="text-sm text-muted">
        <Link href={`/dashboard/${resource}`} prefetch={false} className="underline underline-offset-4">
          {capitalised(nouns[resource].plural)}
        </Link>
      </p>
      <h1 className="mt-1 mb-6 work-title">Import {nouns[resource].plural}</h1>
      <ImportRecords path={resource} />
    </>
  );
}
