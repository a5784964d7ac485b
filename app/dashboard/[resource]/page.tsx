import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { firstRows } from "@/app/first-rows";
import { requireStaffSession, type SearchParams } from "@/app/session";
import { AnyList } from "@/components/dashboard/any-list";
import { FoldedMap } from "@/components/theatre-map/folded-map";
import { isPath, nouns } from "@/lib/resources/nouns";
import { capitalised } from "@/lib/resource/terms";
import { buttonClass } from "@/components/ui/button";

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
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="work-title">{capitalised(nouns[resource].plural)}</h1>
        <Link href={`/dashboard/${resource}/new`} prefetch={false} className={buttonClass("primary")}>
          New {nouns[resource].singular}
        </Link>
      </div>
      {resource === "theatres" && <FoldedMap />}
      <AnyList path={resource} first={isUsual ? await firstRows(resource) : null} />
    </>
  );
}
