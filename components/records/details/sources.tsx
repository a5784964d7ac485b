import { createContext, useContext, useState, type ReactNode } from "react";
import { documentPath, type RecordField, type RecordPart } from "@/components/records/form/record-shape";
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
