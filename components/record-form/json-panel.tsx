"use client";

import { useQuery } from "@tanstack/react-query";
import { JsonText } from "@/components/ui/json-text";
import { toData, type RecordShape } from "./record-shape";
import { loadSchema } from "./use-record-form";
import type { FormValues } from "@/lib/resource/view";

interface Props {
  shape: RecordShape;
  id: string | null;
  values: FormValues;
  isChanged: boolean;
}

/** A preview of the API's response after saving; valid fields appear in their stored form. */
export function JsonPanel({ shape, id, values, isChanged }: Props) {
  const stored = useStored(shape, values, isChanged);
  const record = { id: id ?? "…", ...stored };
  const title = shape.part ? `API preview of ${shape.part}` : "API preview";
  const json = Object.fromEntries(shape.members.map((name) => [name, record[name as "id"]]));
  return (
    <aside aria-label={title} className="min-w-0 sticky-aside lg:self-start">
      <p className="text-sm font-semibold">{title}</p>
      <pre
        tabIndex={0}
        role="region"
        aria-label={shape.part ? `JSON of ${shape.part}` : "JSON"}
        className="mt-1 max-h-[60dvh] overflow-auto rounded border border-line bg-sunken p-3 font-mono text-sm break-words whitespace-pre-wrap"
      >
        <JsonText text={JSON.stringify(json, null, 2)} />
      </pre>
    </aside>
  );
}

function useStored(shape: RecordShape, values: FormValues, isChanged: boolean): Record<string, unknown> {
  const { data: schema } = useQuery({
    queryKey: ["schema", shape.path, shape.part],
    queryFn: () => loadSchema(shape),
    // Before any edit, show the stored values.
    enabled: isChanged,
    staleTime: Infinity,
    structuralSharing: false,
  });
  const typed = toData(shape, values);
  const stored = schema?.safeParse(typed);
  return stored?.success ? stored.data : typed;
}
