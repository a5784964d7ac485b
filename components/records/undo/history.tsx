import { useState, type ReactNode } from "react";
import { useMay } from "@/components/accounts/current-staff";
import { SelectField } from "@/components/ui/field";
import { late } from "@/components/ui/late";
import { QueryState } from "@/components/ui/query-state";
import { TitledSection } from "@/components/ui/titled-section";
import { Skeleton } from "@/components/ui/skeleton";
import type { ActivityEntry } from "@/lib/editing/activity/schema.browser";
import type { RequestError } from "@/lib/http/client/client.browser";
import { useApi } from "@/lib/http/client/hooks.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";

const loading = <Skeleton shape="text" lines={3} label="Loading history…" />;
// Most records have no history.
const EntryList = late(() => import("./entry-list"), "EntryList", loading);

/** The entries of a record, also of a deleted one. */
export function useHistory(path: ResourcePath, id: string) {
  const isEnabled = useMay("readActivity");
  const query = new URLSearchParams({ resource: path, record_id: id, limit: "50" });
  return useApi<ActivityEntry[]>(`/activity?${query}`, { isEnabled });
}

export function History({ path, id }: { path: ResourcePath; id: string }) {
  const { data, error, refetch } = useHistory(path, id);
  const [field, setField] = useState("");
  const all = data?.body ?? [];
  const labels = new Map(all.flatMap(({ differences }) => differences.map((one) => [one.field, one.label])));
  return (
    <HistorySection query={{ data: data?.body, error, refetch }} field={field}>
      {labels.size > 1 && (
        <div className="mt-4 sm:w-60">
          <SelectField
            label="Show changes of"
            value={field}
            onChange={(event) => setField(event.target.value)}
            none="All fields"
            options={[...labels]}
          />
        </div>
      )}
    </HistorySection>
  );
}

interface Props {
  query: { data: readonly ActivityEntry[] | undefined; error: RequestError | null; refetch(): unknown };
  /** Whether entries name their record. */
  isMixed?: boolean | undefined;
  /** The field whose changes are shown. Default: any. */
  field?: string | undefined;
  /** Whether there are older entries, which `children` offers. */
  isCut?: boolean | undefined;
  children?: ReactNode;
}

export function HistorySection({ query: { data, error, refetch }, isMixed, isCut, field, children }: Props) {
  return (
    <TitledSection id="history" title="History" className="mt-10 border-t border-line pt-6" look="mb-4 text-2xl">
      {data && data.length > 0 && (
        <EntryList entries={data} label="History of this record" {...{ isMixed, isCut, field }} />
      )}
      {data?.length === 0 && <p className="text-sm text-muted">No changes yet.</p>}
      <QueryState query={{ data, error, refetch }} what="history" lines={3} />
      {children}
    </TitledSection>
  );
}
