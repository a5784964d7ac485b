import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireStaffSession } from "@/app/session";
import { AnyList } from "@/components/dashboard/any-list";
import { isPath, nouns } from "@/lib/resources/nouns";
import { capitalised } from "@/lib/resource/terms";

interface Props {
  params: Promise<{ resource: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { resource } = await params;
  return { title: isPath(resource) ? capitalised(nouns[resource].plural) : "Page not found" };
}

export default async function ListPage({ params }: Props) {
  const { resource } = await params;
  await requireStaffSession(`/dashboard/${resource}`);
  if (!isPath(resource)) notFound();
  return <AnyList path={resource} />;
}
