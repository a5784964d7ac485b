import { HistorySection } from "@/components/records/undo/history";
import { MoreButton } from "@/components/ui/remote-list";
import { useLogPages } from "@/components/ui/use-pages";
import type { ActivityEntry } from "@/lib/editing/activity/schema.browser";

const pageLength = 100;

/** The history of a production with its cast and roles. The API narrows entries by resource; those of others are left out here. */
export function ProductionHistory({ productionId }: { productionId: string }) {
  const resources = [
    useLogPages<ActivityEntry>("activity", { resource: "productions", record_id: productionId }, pageLength),
    useLogPages<ActivityEntry>("activity", { resource: "cast-members" }, pageLength),
    useLogPages<ActivityEntry>("activity", { resource: "roles" }, pageLength),
  ];
  const some = (is: (query: (typeof resources)[number]) => boolean) => resources.some(is);
  const each = (act: (query: (typeof resources)[number]) => unknown) => resources.forEach((query) => void act(query));
  const loaded = resources.map(({ data, hasNextPage }) => ({
    entries: data?.pages.flat() ?? [],
    hasOlder: hasNextPage,
  }));
  const query = {
    data: some(({ data }) => data === undefined) ? undefined : productionEntries(productionId, loaded),
    error: resources.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => each((one) => one.refetch()),
    hasNextPage: some(({ hasNextPage }) => hasNextPage),
    isFetchingNextPage: some(({ isFetchingNextPage }) => isFetchingNextPage),
    isFetchNextPageError: some(({ isFetchNextPageError }) => isFetchNextPageError),
    fetchNextPage: () => each((one) => (one.hasNextPage ? one.fetchNextPage() : null)),
  };

  return (
    <HistorySection query={query} isMixed isCut={query.hasNextPage}>
      {query.hasNextPage && (
        <div className="mt-4">
          <MoreButton query={query} />
        </div>
      )}
    </HistorySection>
  );
}

/** The loaded entries of one resource, newest first. */
interface LoadedEntries {
  entries: readonly ActivityEntry[];
  /** Whether older entries have not been loaded. */
  hasOlder: boolean;
}

/**
 * The entries of a production, its cast and its roles as one list, newest first. It ends where one of the resources has
 * not been loaded further, so that nothing is missing within it.
 */
export function productionEntries(productionId: string, loaded: readonly LoadedEntries[]): ActivityEntry[] {
  const ends = loaded.flatMap(({ entries, hasOlder }) => (hasOlder ? [numberOf(entries.at(-1))] : []));
  return loaded
    .flatMap(({ entries }) => entries)
    .filter((entry) => isOf(entry, productionId) && ends.every((end) => numberOf(entry) >= end))
    .sort((a, b) => (numberOf(a) < numberOf(b) ? 1 : -1));
}

function isOf({ resource, record_id, before, after }: ActivityEntry, productionId: string): boolean {
  if (resource === "productions") return record_id === productionId;
  return [before, after].some((record) => record?.["production_id"] === productionId);
}

/** Ids count upwards, beyond the precision of a number. */
function numberOf(entry: ActivityEntry | undefined): bigint {
  return BigInt(entry?.id ?? 0);
}
