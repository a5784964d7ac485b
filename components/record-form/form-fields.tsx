"use client";

import { FieldControl } from "./field-control";
import type { RecordShape } from "./record-shape";
import type { FormValues } from "@/lib/resource/view";
import type { RecordForm } from "./use-record-form";

export function FormFields({ shape, form, values }: { shape: RecordShape; form: RecordForm; values: FormValues }) {
  return (
    <div className="grid min-w-0 content-start gap-4">
      {shape.fields.map((field) => (
        <FieldControl key={field.name} field={field} form={form} values={values} />
      ))}
    </div>
  );
}
