"use client";

import { FieldControl } from "./field-control";
import type { RecordShape, Values } from "./record-shape";
import type { RecordForm } from "./use-record-form";

/** One column of fields, and above them whatever is wrong with none of them alone. */
export function FormFields({ shape, form, values }: { shape: RecordShape; form: RecordForm; values: Values }) {
  const trouble = form.formState.errors.root?.message;
  return (
    <div className="grid min-w-0 content-start gap-4">
      <p role="alert" className={trouble ? "rounded bg-curtain-wash p-4 text-curtain" : "sr-only"}>
        {trouble}
      </p>
      {shape.fields.map((field) => (
        <FieldControl key={field.name} field={field} form={form} values={values} />
      ))}
    </div>
  );
}
