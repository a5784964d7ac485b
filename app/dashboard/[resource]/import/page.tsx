import { wholePage } from "@/app/whole-page";
import { ImportRecords } from "@/components/editing/import/import-records";
import { resourceViews } from "@/lib/resources/resource-views.browser";
import { RecordsPage, requireResource, resourceMetadata } from "../records-page";

interface Props {
  params: Promise<{ resource: string }>;
}

export const generateMetadata = ({ params }: Props) => resourceMetadata(params, ({ plural }) => `Import ${plural}`);

export default wholePage(async function ImportPage({ params }: Props) {
  const path = await requireResource((await params).resource, "/import");
  return (
    <RecordsPage path={path} title={`Import ${resourceViews[path].plural}`}>
      <ImportRecords path={path} />
    </RecordsPage>
  );
});
