import { HistorySection } from "@/components/records/undo/history";
import { MoreButton } from "@/components/ui/remote-list";
import { useLogPages } from "@/components/ui/use-pages";
import type { ActivityEntry } from "@/lib/editing/activity/schema.browser";

const pageLength = 100;

/** The history of a production with its roles, cast and crew. */
export function ProductionHistory({ productionId }: { productionId: string }) {
  const query = useLogPages<ActivityEntry>("activity", { production_id: productionId }, pageLength);
  const { data, error, refetch, hasNextPage } = query;
  return (
    <HistorySection query={{ data: data?.pages.flat(), error, refetch }} isMixed isCut={hasNextPage}>
      {hasNextPage && (
        <div className="mt-4">
          <MoreButton query={query} />
        </div>
      )}
    </HistorySection>
  );
}
