"use client";

import { JsonText } from "@/components/ui/json-text";
import { toData, writableSchema, type RecordShape, type Values } from "./record-shape";

/** What the API will give once this is saved; as far as it is right, in the form in which it is stored. */
export function JsonPanel({ shape, id, values }: { shape: RecordShape; id: string | null; values: Values }) {
  const typed = toData(shape, values);
  const stored = writableSchema(shape).safeParse(typed);
  const record = { id: id ?? "…", ...(stored.success ? stored.data : typed) };
  const json = Object.fromEntries(Object.keys(shape.record.shape).map((name) => [name, record[name as "id"]]));
  return (
    <aside aria-label="What the API will give" className="min-w-0 lg:sticky lg:top-4 lg:self-start">
      <p className="text-sm font-semibold">What the API will give</p>
      <pre
        tabIndex={0}
        role="region"
        aria-label="JSON"
        className="mt-1 max-h-[60dvh] overflow-auto rounded border border-line bg-sunken p-3 font-mono text-sm break-words whitespace-pre-wrap"
      >
        <JsonText text={JSON.stringify(json, null, 2)} />
      </pre>
    </aside>
  );
}
