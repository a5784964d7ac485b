import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { requireStaffSession, type SearchParams } from "@/app/session";
import { NewRecord } from "@/components/record-form/new-record";
import { isPath, nouns } from "@/lib/resources/nouns";
import { capitalised } from "@/lib/resource/terms";

interface Props {
  params: Promise<{ resource: string }>;
  /** The initial values of the form, by field name. */
  searchParams: SearchParams;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { resource } = await params;
  return { title: isPath(resource) ? `New ${nouns[resource].singular}` : "Page not found" };
}

export default async function NewPage({ params, searchParams }: Props) {
  const { resource } = await params;
  await requireStaffSession(`/dashboard/${resource}/new`);
  if (!isPath(resource)) notFound();
  const texts = Object.entries(await searchParams).filter(([, value]) => typeof value === "string");
  const given = Object.fromEntries(texts) as Record<string, string>;
  return (
    <>
      <p className="text-sm text-muted">
        <Link href={`/dashboard/${resource}`} prefetch={false} className="underline underline-offset-4">
          {capitalised(nouns[resource].plural)}
        </Link>
      </p>
      <h1 className="mt-1 mb-6 work-title">New {nouns[resource].singular}</h1>
      <NewRecord key={`${resource}?${new URLSearchParams(given)}`} path={resource} given={given} />
    </>
  );
}
