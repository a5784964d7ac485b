import type { SearchParams } from "@/app/session";
import { wholePage } from "@/app/whole-page";
import { NewRecord } from "@/components/records/form/new-record";
import { resourceViews } from "@/lib/resources/resource-views.browser";
import { RecordsPage, requireResource, resourceMetadata } from "../records-page";

interface Props {
  params: Promise<{ resource: string }>;
  /** The initial values of the form, by field name. */
  searchParams: SearchParams;
}

export const generateMetadata = ({ params }: Props) => resourceMetadata(params, ({ singular }) => `New ${singular}`);

export default wholePage(async function NewPage({ params, searchParams }: Props) {
  const path = await requireResource((await params).resource, "/new");
  const texts = Object.entries(await searchParams).filter(([, value]) => typeof value === "string");
  const initial = Object.fromEntries(texts) as Record<string, string>;
  return (
    <RecordsPage path={path} title={`New ${resourceViews[path].singular}`}>
      <NewRecord key={`${path}?${new URLSearchParams(initial)}`} path={path} initial={initial} />
    </RecordsPage>
  );
});
