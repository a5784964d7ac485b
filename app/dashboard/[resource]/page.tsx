import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { firstRows } from "@/app/first-rows";
import { requireStaffSession, type SearchParams } from "@/app/session";
import { AnyList } from "@/components/dashboard/any-list";
import { isPath, nouns } from "@/lib/resources/nouns";
import { capitalised } from "@/lib/resource/terms";

interface Props {
  params: Promise<{ resource: string }>;
  /** The view, if it is not the usual one. */
  searchParams: SearchParams;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { resource } = await params;
  return { title: isPath(resource) ? capitalised(nouns[resource].plural) : "Page not found" };
}

export default async function ListPage({ params, searchParams }: Props) {
  const { resource } = await params;
  await requireStaffSession(`/dashboard/${resource}`);
  if (!isPath(resource)) notFound();
  const isUsual = Object.keys(await searchParams).length === 0;
  return <AnyList path={resource} first={isUsual ? await firstRows(resource) : null} />;
}
