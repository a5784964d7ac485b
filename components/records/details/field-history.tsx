import { DateTime } from "@/components/ui/date-time";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { QueryState } from "@/components/ui/query-state";
import type { ActivityEntry } from "@/lib/history/activity/schema.browser";
import { authorOf } from "@/lib/history/activity/terms.browser";
import { useApi } from "@/lib/client/hooks.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import type { RecordPart } from "@/components/records/form/record-shape";

interface Props {
  path: ResourcePath;
  id: string;
  part: RecordPart | undefined;
  field: string;
  label: string;
  onDismiss(): void;
}

/** What a field was, who changed it and when, and which sources they named. */
export function FieldHistory({ path, id, part, field, label, onDismiss }: Props) {
  const query = new URLSearchParams({ resource: path, record_id: id, limit: "100" });
  const { data, error, refetch } = useApi<ActivityEntry[]>(`/activity?${query}`);
  const changes = (data?.body ?? []).flatMap((entry) => {
    const find = (name: string) => entry.differences.find((one) => one.field === name);
    const value = find(part ? `${part}.${field}` : field);
    const source = find(`sources.${field}`) ?? find("sources");
    return entry.after !== null && (value || source) ? [{ entry, value, source }] : [];
  });
  return (
    <Dialog title={`History of ${label}`} onDismiss={onDismiss}>
      <QueryState query={{ data, error, refetch }} what="history" lines={3} />
      {data && changes.length === 0 && <p className="text-sm text-muted">No changes among the latest entries.</p>}
      <ol aria-label={`History of ${label}`} className="divide-y divide-line text-sm empty:hidden">
        {changes.map(({ entry, value, source }) => (
          <li key={entry.id} className="grid gap-1 py-2">
            {value && (
              <p className="min-w-0 break-words">
                <del className="text-muted">
                  <bdi>{value.before ?? "empty"}</bdi>
                </del>{" "}
                →{" "}
                <strong>
                  <bdi>{value.after ?? "empty"}</bdi>
                </strong>
              </p>
            )}
            <p className="text-muted">
              <bdi>{authorOf(entry)}</bdi>, <DateTime at={entry.at} look="time" />
            </p>
            {source && <p className="break-words">Source: {source.after ?? "none"}</p>}
          </li>
        ))}
      </ol>
      <DialogActions dismissal="Close" onDismiss={onDismiss} />
    </Dialog>
  );
}
