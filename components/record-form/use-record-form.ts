"use client";

import { useMemo } from "react";
import { useForm, useWatch, type UseFormReturn } from "react-hook-form";
import { lateResolver } from "@/components/form/late-resolver";
import { showFieldIssues } from "@/components/form/use-api-form";
import type { ApiError } from "@/lib/client/client";
import { nouns, type ResourcePath } from "@/lib/resources/nouns";
import { toData, type RecordShape } from "./record-shape";
import type { FormValues } from "@/lib/resource/view";

export type RecordForm = UseFormReturn<FormValues, unknown, Record<string, unknown>>;

/** A form that validates with the API's schema and submits the parsed data. */
export function useRecordForm(shape: RecordShape, values: FormValues): RecordForm {
  const resolver = useMemo(
    () =>
      lateResolver(
        async () => (await nouns[shape.path].schema()).omit({ id: true }),
        (values) => toData(shape, values),
      ),
    [shape],
  );
  return useForm<FormValues, unknown, Record<string, unknown>>({ defaultValues: values, resolver, mode: "onTouched" });
}

/** Shows issues at their fields, and the others beside the save button. */
export function showRecordIssues(form: RecordForm, shape: RecordShape, error: ApiError): void {
  const names = shape.fields.map(({ name }) => name);
  const others = showFieldIssues(form, names, error);
  if (error.issues.length === 0 || others.length > 0)
    form.setError("root", { message: [error.message, ...others].join(" ") });
}

/** The current values. Every field has an initial value, so none is missing. */
export function useValues({ control }: RecordForm): FormValues {
  return useWatch({ control }) as FormValues;
}

/** Preloads the schema, so that the first mistake shows without delay. */
export function loadSchema(path: ResourcePath): void {
  void nouns[path].schema().catch(() => undefined);
}
