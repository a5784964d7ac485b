import { useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useState, type ReactNode } from "react";
import { useChanges, verification, verifiedText, verifyLabel } from "@/components/records/changes/use-changes";
import { documentPath, type RecordField, type RecordPart } from "@/components/records/form/record-shape";
import { useShapes } from "@/components/records/shapes";
import { londonDay } from "@/components/ui/calendar";
import { DateTime, RelativeTime } from "@/components/ui/date-time";
import { isSingleKey, usePageKeys } from "@/components/ui/page-keys";
import { useNow } from "@/components/ui/use-now";
import { useApi } from "@/lib/http/client/hooks.browser";
import type { RecordSources } from "@/lib/records/schema.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";

interface SourcesOfRecord {
  path: ResourcePath;
  id: string;
  /** Undefined until they are loaded. */
  document: RecordSources | undefined;
  /** The field whose sources are to be in sight, a new object at each wish; null before any. */
  wanted: { field: string } | null;
  /** Opens the sources at those of a field. */
  show(field: string): void;
}

const SourcesContext = createContext<SourcesOfRecord | null>(null);

/** Loads the sources of a record for its head, and for the marks beside its fields. */
export function SourcesProvider({ path, id, children }: { path: ResourcePath; id: string; children: ReactNode }) {
  const isEnabled = useShapes()[path].details !== undefined;
  const { data } = useApi<RecordSources>(documentPath({ path, part: "sources" }, id), { isEnabled });
  const [wanted, setWanted] = useState<SourcesOfRecord["wanted"]>(null);
  const value = { path, id, document: data?.body, wanted, show: (field: string) => setWanted({ field }) };
  return <SourcesContext value={isEnabled ? value : null}>{children}</SourcesContext>;
}

/** Null for a resource without sources, and in a dialog, which may be the form of another record. */
export function useSources(): SourcesOfRecord | null {
  return useContext(SourcesContext);
}

/** Beside a field: how many sources it has. */
export function FieldMark({ part, field: { name, label } }: { part: RecordPart | undefined; field: RecordField }) {
  const held = useSources();
  if (!held?.document || part === "sources") return null;
  const count = held.document.sources.filter(({ field }) => field === name).length;
  if (count === 0) return null;
  return (
    <button
      type="button"
      className="absolute top-0 right-0 cursor-pointer text-xs leading-6 underline underline-offset-4"
      onClick={() => held.show(name)}
    >
      {count === 1 ? "1 source" : `${count} sources`}
      <span className="sr-only"> of {label}</span>
    </button>
  );
}

/** When staff last confirmed a record, and the button that confirms it now. @param etag of the version in sight. */
export function VerifiedLine({ etag }: { etag: string | null }) {
  const held = useSources();
  const now = useNow();
  const client = useQueryClient();
  const { make, isBusy, error } = useChanges();
  const at = held?.document?.verified_at;
  const isDone = at ? londonDay(at) === londonDay(new Date(now).toISOString()) : false;

  async function verify() {
    if (!held?.document || isDone || isBusy) return;
    const { path, id } = held;
    const text = verifiedText(`the ${resourceViews[path].singular}`);
    const result = await make([verification(path, id, etag ?? undefined)], text, `${path}/${id}`);
    // Someone else may have changed it: it is shown as it is now.
    if (!result) await client.invalidateQueries();
  }

  usePageKeys((event) => {
    if (event.key.toLowerCase() !== "v" || !isSingleKey(event)) return;
    if (!document.querySelector("dialog[open]")) void verify();
  });

  if (!held) return null;
  return (
    <div className="-mt-4 mb-4 flex min-h-8 flex-wrap items-center gap-x-2 text-sm">
      {held.document && (
        <>
          <span className="text-muted">
            {at ? (
              <>
                Verified <DateTime at={at} look="day" /> · <RelativeTime at={at} />
              </>
            ) : (
              "Never verified"
            )}
          </span>
          <span aria-hidden="true">·</span>
          <button
            type="button"
            aria-disabled={isDone || isBusy}
            aria-keyshortcuts="v"
            className="min-h-8 cursor-pointer font-semibold underline underline-offset-4 aria-disabled:cursor-default aria-disabled:no-underline"
            onClick={() => void verify()}
          >
            {isDone ? "Verified today" : verifyLabel}
          </button>
        </>
      )}
      <span role="alert" className="text-curtain">
        {error &&
          (error.response?.status === 412
            ? "Someone else has changed this record. It is shown as it is now: check it, then verify it."
            : `Not verified. ${error.message}`)}
      </span>
    </div>
  );
}
