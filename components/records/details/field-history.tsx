"use client";

import { referencesOf, valueOrNone } from "./value-words";
import { useRecordShape } from "@/components/records/shapes";
import { useDirectory } from "@/components/records/use-directory";
import { DateTime } from "@/components/ui/date-time";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { QueryState } from "@/components/ui/query-state";
import type { ActivityEntry } from "@/lib/history/activity/schema.browser";
import { useApi } from "@/lib/client/hooks.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { fieldChanges } from "./field-changes";

interface Props {
  path: ResourcePath;
  id: string;
  part: "details" | undefined;
  field: string;
  label: string;
  onDismiss(): void;
}

/** What a field was, who changed it and when, and which sources they named. */
export function FieldHistory({ path, id, part, field, label, onDismiss }: Props) {
  const query = new URLSearchParams({ resource: path, record_id: id, limit: "100" });
  const { data, error, refetch } = useApi<ActivityEntry[]>(`/activity?${query}`);
  const shape = useRecordShape(path, part).fields.find(({ name }) => name === field);
  const { directory } = useDirectory(shape ? referencesOf([shape]) : []);
  const changes = fieldChanges(data?.body ?? [], field, part);
  const words = (value: unknown) => <bdi>{valueOrNone(value, shape, directory)}</bdi>;
  return (
    <Dialog title={`History of ${label}`} onDismiss={onDismiss}>
      <QueryState query={{ data, error, refetch }} what="history" lines={3} />
      {data && changes.length === 0 && <p className="text-sm text-muted">No changes among the latest entries.</p>}
      <ol aria-label={`History of ${label}`} className="divide-y divide-line text-sm empty:hidden">
        {changes.map(({ id: entry, at, by, before, after, sources }) => (
          <li key={entry} className="grid gap-1 py-2">
            <p className="min-w-0 break-words">
              {JSON.stringify(before) === JSON.stringify(after) ? (
                words(after)
              ) : (
                <>
                  <del className="text-muted">{words(before)}</del> → <strong>{words(after)}</strong>
                </>
              )}
            </p>
            <p className="text-muted">
              <bdi>{by}</bdi>, <DateTime at={at} look="time" />
            </p>
            {sources !== null && (
              <p className="break-words">
                Source: {sources.map(({ name, url }) => (url ? `${name}, ${url}` : name)).join("; ") || "none"}
              </p>
            )}
          </li>
        ))}
      </ol>
      <DialogActions dismissal="Close" onDismiss={onDismiss} />
    </Dialog>
  );
}
