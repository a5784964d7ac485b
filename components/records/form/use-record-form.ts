import { useMemo } from "react";
import { useForm, useWatch, type UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { lateResolver } from "@/components/form/late-resolver";
import { showFieldIssues } from "@/components/form/field-issues";
import type { RequestError } from "@/lib/client/client.browser";
import { resourceViews } from "@/lib/resources/resource-views.browser";
import { toData, type RecordShape } from "./record-shape";
import type { FormValues } from "@/lib/records/view.browser";

export type RecordForm = UseFormReturn<FormValues, unknown, Record<string, unknown>>;

/** A form that validates with the API's schema and submits the parsed data. */
export function useRecordForm(shape: RecordShape, values: FormValues): RecordForm {
  const resolver = useMemo(
    () =>
      lateResolver(
        () => loadSchema(shape),
        (values) => toData(shape, values),
      ),
    [shape],
  );
  return useForm<FormValues, unknown, Record<string, unknown>>({ defaultValues: values, resolver, mode: "onTouched" });
}

/** Shows issues at their fields, and the others beside the save button. */
export function showRecordIssues(form: RecordForm, shape: RecordShape, error: RequestError): void {
  const names = shape.fields.map(({ name }) => name);
  const others = showFieldIssues(form, names, error);
  if (error.issues.length === 0 || others.length > 0)
    form.setError("root", { message: [error.message, ...others].join(" ") });
}

/** The current values. Every field has an initial value, so none is missing. */
export function useValues({ control }: RecordForm): FormValues {
  return useWatch({ control }) as FormValues;
}

/** The schema of what a form sends. */
async function loadSchema({ path, part }: RecordShape): Promise<z.ZodType<Record<string, unknown>>> {
  const { schema, detailsForm } = resourceViews[path];
  const document = await (part && detailsForm ? detailsForm : { schema }).schema();
  return part ? document.omit({ id: true, verified_at: true }) : document.omit({ id: true });
}

/** Preloads the schema, so that the first mistake shows without delay. */
export function preloadSchema(shape: RecordShape): void {
  void loadSchema(shape).catch(() => undefined);
}
