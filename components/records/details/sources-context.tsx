import { createContext, useContext, useMemo, useState, type ReactNode } from "react";
import { documentPath, type RecordField, type RecordShape } from "@/components/records/form/record-shape";
import { useShapes } from "@/components/records/shapes";
import { useApi } from "@/lib/http/client/hooks.browser";
import type { RecordSources } from "@/lib/records/schema.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";

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
  const document = data?.body;
  const value = useMemo(
    (): SourcesOfRecord => ({ path, id, document, wanted, show: (field) => setWanted({ field }) }),
    [path, id, document, wanted],
  );
  return <SourcesContext value={isEnabled ? value : null}>{children}</SourcesContext>;
}

/** Null for a resource without sources. */
export function useSources(): SourcesOfRecord | null {
  return useContext(SourcesContext);
}

interface MarkProps {
  shape: RecordShape;
  id: string | null;
  field: RecordField;
  isEmpty: boolean;
}

/** Beside a field: how many sources it has, or that it has none. An empty field needs no source. */
export function FieldMark({ shape: { path, part }, id, field: { name, label }, isEmpty }: MarkProps) {
  const held = useSources();
  // A dialog on the page may be the form of another record.
  if (!held?.document || held.path !== path || held.id !== id || part === "sources") return null;
  const count = held.document.sources.filter(({ field }) => field === name).length;
  return (
    <span className="absolute top-0 right-0 text-xs leading-6">
      {count === 0 && !isEmpty && <span className="text-muted">No source</span>}
      {count > 0 && (
        <button type="button" className="cursor-pointer underline underline-offset-4" onClick={() => held.show(name)}>
          {count === 1 ? "1 source" : `${count} sources`}
          <span className="sr-only"> of {label}</span>
        </button>
      )}
    </span>
  );
}
