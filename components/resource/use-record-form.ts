"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo } from "react";
import { useForm, useWatch, type UseFormReturn } from "react-hook-form";
import { z } from "zod";
import type { ApiError } from "@/lib/api/client";
import { toData, writableSchema, type RecordShape, type Values } from "./record-shape";

export type RecordForm = UseFormReturn<Values, unknown, Record<string, unknown>>;

/** A form that says about a mistake what the API says, before it is asked. What it submits is what the API takes. */
export function useRecordForm(shape: RecordShape, values: Values): RecordForm {
  const resolver = useMemo(() => zodResolver(typedSchema(shape)), [shape]);
  return useForm<Values, unknown, Record<string, unknown>>({ defaultValues: values, resolver, mode: "onTouched" });
}

/** Puts each thing that the API found wrong beside its field, and the rest above the form. */
export function showIssues(form: RecordForm, shape: RecordShape, error: ApiError): void {
  const names = new Set(shape.fields.map(({ name }) => name));
  const [first] = error.issues.filter(({ path }) => names.has(path));
  for (const { path, message } of error.issues) if (names.has(path)) form.setError(path, { message });
  const others = error.issues.filter(({ path }) => !names.has(path)).map(({ message }) => message);
  if (first) form.setFocus(first.path);
  if (!first || others.length > 0) form.setError("root", { message: [error.message, ...others].join(" ") });
}

/** What stands in the controls now. Every field has a value from the start, so none is missing. */
export function useValues({ control }: RecordForm): Values {
  return useWatch({ control }) as Values;
}

/** The API's schema, for what is typed. */
function typedSchema(shape: RecordShape): z.ZodType<Record<string, unknown>, Values> {
  return z
    .custom<Values>()
    .transform((values) => toData(shape, values))
    .pipe(writableSchema(shape));
}
