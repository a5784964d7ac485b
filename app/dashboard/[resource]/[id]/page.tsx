import { prefetch } from "@/app/prefetch";
import { recordIdOf } from "@/app/public-page";
import { recordFacts } from "@/app/record-facts";
import { wholePage } from "@/app/whole-page";
import { castPath } from "@/components/cast/cast";
import { ProductionPage, FoldedCredits } from "@/components/cast/page-parts";
import { Hydrate } from "@/components/layout/providers";
import { RecordActions } from "@/components/records/merge/record-actions";
import { EditRecord, RecordTitle } from "@/components/records/edit-record";
import { productionCastRoute } from "@/lib/listings/casts/cast-routes";
import { capitalised } from "@/lib/records/terms.browser";
import { RecordsPage, requireResource, resourceMetadata } from "../records-page";

interface Props {
  params: Promise<{ resource: string; id: string }>;
}

export const generateMetadata = ({ params }: Props) =>
  resourceMetadata(params, ({ singular }) => capitalised(singular));

export default wholePage(async function RecordPage({ params }: Props) {
  const { resource, id: encoded } = await params;
  const path = await requireResource(resource, `/${encoded}`);
  const id = await recordIdOf(params);
  const facts = await recordFacts(path, id);
  return (
    <RecordsPage
      path={path}
      title={<RecordTitle path={path} id={id} first={facts?.name ?? null} />}
      actions={<RecordActions key={id} path={path} id={id} calendar={facts?.calendar ?? null} />}
    >
      {path === "productions" ? (
        <Hydrate answers={await prefetch({ [castPath(id)]: productionCastRoute })}>
          <ProductionPage key={id} id={id} />
        </Hydrate>
      ) : (
        <EditRecord key={`${path}/${id}`} path={path} id={id}>
          {path === "people" && <FoldedCredits personId={id} />}
        </EditRecord>
      )}
    </RecordsPage>
  );
});
