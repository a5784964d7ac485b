import { MoreButton } from "@/components/ui/more-button";
import { HistorySection } from "@/components/records/undo/history";
import { useLogPages } from "@/components/ui/use-log-pages";
import type { ActivityEntry } from "@/lib/history/activity/schema.browser";
import { productionEntries } from "./production-entries";

const pageLength = 100;

/** The history of a production with its cast and roles. The API narrows entries by resource; those of others are left out here. */
export function ProductionHistory({ productionId }: { productionId: string }) {
  const resources = [
    useLogPages<ActivityEntry>("activity", { resource: "productions", record_id: productionId }, pageLength),
    useLogPages<ActivityEntry>("activity", { resource: "cast-members" }, pageLength),
    useLogPages<ActivityEntry>("activity", { resource: "roles" }, pageLength),
  ];
  const loaded = resources.map(({ data, hasNextPage }) => ({
    entries: data?.pages.flat() ?? [],
    hasOlder: hasNextPage,
  }));
  const hasOlder = loaded.some((one) => one.hasOlder);
  const failed = resources.find(({ error }) => error !== null);
  const isLoaded = resources.every(({ data }) => data !== undefined);

  function each(act: (query: (typeof resources)[number]) => unknown) {
    for (const query of resources) void act(query);
  }

  return (
    <HistorySection
      query={{
        data: isLoaded ? productionEntries(productionId, loaded) : undefined,
        error: failed?.error ?? null,
        refetch: () => each((query) => query.refetch()),
      }}
      isMixed
      isCut={hasOlder}
    >
      {hasOlder && (
        <div className="mt-4">
          <MoreButton
            query={{
              hasNextPage: hasOlder,
              isFetchingNextPage: resources.some(({ isFetchingNextPage }) => isFetchingNextPage),
              isFetchNextPageError: resources.some(({ isFetchNextPageError }) => isFetchNextPageError),
              error: failed?.error ?? null,
              fetchNextPage: () => each((query) => (query.hasNextPage ? query.fetchNextPage() : null)),
            }}
          />
        </div>
      )}
    </HistorySection>
  );
}
