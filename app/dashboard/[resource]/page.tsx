import { firstRows } from "@/app/first-rows";
import type { SearchParams } from "@/app/session";
import { wholePage } from "@/app/whole-page";
import { AnyList } from "@/components/overview/any-list";
import { capitalised } from "@/lib/records/terms.browser";
import { requireResource, resourceMetadata } from "./records-page";

interface Props {
  params: Promise<{ resource: string }>;
  /** The view, if it is not the usual one. */
  searchParams: SearchParams;
}

export const generateMetadata = ({ params }: Props) => resourceMetadata(params, ({ plural }) => capitalised(plural));

export default wholePage(async function ListPage({ params, searchParams }: Props) {
  const path = await requireResource((await params).resource);
  const isUsual = Object.keys(await searchParams).length === 0;
  return <AnyList path={path} first={isUsual ? await firstRows(path) : null} />;
});
