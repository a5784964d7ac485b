import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { useMay } from "@/components/accounts/current-staff";
import { QueryState } from "@/components/ui/query-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { ActivityEntry } from "@/lib/history/activity/schema.browser";
import type { RequestError } from "@/lib/client/client.browser";
import { useApi } from "@/lib/client/hooks.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";

// Most records have no history.
const EntryList = dynamic(() => import("./entry-list").then((loaded) => loaded.EntryList), {
  ssr: false,
  loading: () => <Skeleton shape="text" lines={3} label="Loading history…" />,
});

/** The entries of a record, also of a deleted one. */
export function useHistory(path: ResourcePath, id: string) {
  const isEnabled = useMay("readActivity");
  const query = new URLSearchParams({ resource: path, record_id: id, limit: "50" });
  return useApi<ActivityEntry[]>(`/activity?${query}`, { isEnabled });
}

/** The history of a record, including deleted ones. */
export function History({ path, id }: { path: ResourcePath; id: string }) {
  const { data, error, refetch } = useHistory(path, id);
  return <HistorySection query={{ data: data?.body, error, refetch }} />;
}

interface Props {
  query: { data: readonly ActivityEntry[] | undefined; error: RequestError | null; refetch(): unknown };
  /** Whether entries name their record. */
  isMixed?: boolean;
  /** Whether there are older entries, which `children` offers. */
  isCut?: boolean;
  children?: ReactNode;
}

/** The section with the entries of a history. */
export function HistorySection({ query: { data, error, refetch }, isMixed = false, isCut = false, children }: Props) {
  return (
    <section aria-labelledby="history" className="mt-10 border-t border-line pt-6">
      <h2 id="history" className="mb-4 text-2xl font-semibold">
        History
      </h2>
      {data && data.length > 0 && (
        <EntryList entries={data} label="History of this record" isMixed={isMixed} isCut={isCut} />
      )}
      {data?.length === 0 && (
        <p className="text-sm text-muted">{isCut ? "No changes among the latest entries." : "No changes yet."}</p>
      )}
      <QueryState query={{ data, error, refetch }} what="history" lines={3} />
      {children}
    </section>
  );
}
