import { useState, type ReactNode } from "react";
import { useMay } from "@/components/accounts/current-staff";
import { documentPath } from "@/components/records/form/record-shape";
import { RecordLink } from "@/components/records/record-name";
import { SelectField } from "@/components/ui/field";
import { late } from "@/components/ui/late";
import { QueryState } from "@/components/ui/query-state";
import { TitledSection } from "@/components/ui/titled-section";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import type { ActivityEntry } from "@/lib/editing/activity/schema.browser";
import type { RequestError } from "@/lib/http/client/client.browser";
import { useApi } from "@/lib/http/client/hooks.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";

const loading = <Skeleton shape="text" lines={3} label="Loading history…" />;
// Most records have no history.
const EntryList = late(() => import("./entry-list"), "EntryList", loading);

/** The entries of a record, also of a deleted one. */
function useHistory(path: ResourcePath, id: string) {
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

interface MissingProps {
  path: ResourcePath;
  id: string;
  /** The header `Link` of the response that said so. */
  link: string | null;
}

/** In place of a record's form: whether it was merged or deleted, which can be undone, or never existed. */
export function MissingRecord({ path, id, link }: MissingProps) {
  const successor = mergedInto(link);
  const { singular, plural } = resourceViews[path];
  const kept = useApi<{ name: string }>(documentPath({ path }, successor ?? ""), { isEnabled: successor !== null });
  const { data, error } = useHistory(path, id);
  const mayReadActivity = useMay("readActivity");
  const wasThere = error !== null || (data !== undefined && data.body.length > 0);
  const undoText = wasThere && " You can undo that in the history below.";
  if (mayReadActivity && !data && !error) return <Skeleton lines={3} label={`Looking for the ${singular}…`} />;
  return (
    <>
      <p>
        {successor !== null ? (
          <>
            This {singular} was merged into{" "}
            <RecordLink path={path} id={successor} label={kept.data?.body.name ?? successor} />.{undoText}
          </>
        ) : wasThere ? (
          <>
            This {singular} was deleted.{undoText}
          </>
        ) : (
          <>
            No {singular} has the ID <bdi className="font-mono break-all">{id}</bdi>. Check the address, or find it in
            the list of <TextLink href={`/dashboard/${path}`}>{plural}</TextLink>.
          </>
        )}
      </p>
      {wasThere && <History path={path} id={id} />}
    </>
  );
}

/** The id of the record that a missing one was merged into, from the header `Link`; null: none (contract §12). */
function mergedInto(link: string | null): string | null {
  const [, id] = /<[^>]*\/([^/>]+)>; rel="successor-version"/.exec(link ?? "") ?? [];
  return id === undefined ? null : decodeURIComponent(id);
}
