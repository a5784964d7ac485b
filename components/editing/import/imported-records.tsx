import Link from "next/link";
import { useState } from "react";
import { RecordLink } from "@/components/records/directory/record-link";
import { formatRecordCount } from "@/components/records/record-name";
import { useMay } from "@/components/accounts/current-staff";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import type { ImportResult } from "@/lib/editing/imports/schema.browser";

const firstShown = 20;
/** More links than this would make the page slow; the activity lists them in pages. */
const maxShown = 1_000;

/** What an import has done, with links to the new records. */
export function ImportedRecords({ path, result: { counts, rows } }: { path: ResourcePath; result: ImportResult }) {
  const created = rows.flatMap(({ outcome, id, label }) =>
    outcome === "created" && id !== null ? [{ id, label }] : [],
  );
  const [shown, setShown] = useState(firstShown);
  const mayUndo = useMay("undoChanges");
  return (
    <EmptyState title={`${formatRecordCount(counts.created, path)} created, ${counts.changed} changed`}>
      {mayUndo && (
        <p className="text-sm text-muted">
          You can undo the whole import here or in{" "}
          <Link href={`/dashboard/activity?resource=${path}`} prefetch={false} className="underline underline-offset-4">
            Activity
          </Link>
          .
        </p>
      )}
      {created.length > 0 && (
        <ul
          aria-label="New records"
          className="grid max-w-full gap-x-6 gap-y-2 text-left text-sm sm:columns-2 sm:block"
        >
          {created.slice(0, shown).map(({ id, label }) => (
            <li key={id} className="min-w-0 break-words sm:mb-2">
              <RecordLink path={path} id={id}>
                <bdi>{label}</bdi>
              </RecordLink>
            </li>
          ))}
        </ul>
      )}
      {created.length > shown && shown < maxShown && (
        <Button onClick={() => setShown(maxShown)}>Show all {created.length.toLocaleString("en-GB")}</Button>
      )}
      {created.length > shown && shown === maxShown && (
        <p className="text-sm text-muted">
          And {(created.length - shown).toLocaleString("en-GB")} more, which Activity lists.
        </p>
      )}
    </EmptyState>
  );
}
