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

/** A form that says about a mistake what the API says, before it is asked. What it submits is what the API takes. */
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

/** Puts each thing that the API found wrong beside its field, and the rest beside the button that saves. */
export function showRecordIssues(form: RecordForm, shape: RecordShape, error: ApiError): void {
  const names = shape.fields.map(({ name }) => name);
  const others = showFieldIssues(form, names, error);
  if (error.issues.length === 0 || others.length > 0)
    form.setError("root", { message: [error.message, ...others].join(" ") });
}

/** What stands in the controls now. Every field has a value from the start, so none is missing. */
export function useValues({ control }: RecordForm): FormValues {
  return useWatch({ control }) as FormValues;
}

/** Also called before the first key is pressed, so that the first mistake is said at once. */
export function loadSchema(path: ResourcePath): void {
  void nouns[path].schema().catch(() => undefined);
}
