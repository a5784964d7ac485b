"use client";

import { useMemo } from "react";
import { useForm, useWatch, type Resolver, type UseFormReturn } from "react-hook-form";
import type { ApiError } from "@/lib/client/client";
import { nouns, type Path } from "@/lib/resources/nouns";
import { toData, type RecordShape, type Values } from "./record-shape";

export type RecordForm = UseFormReturn<Values, unknown, Record<string, unknown>>;

/** A form that says about a mistake what the API says, before it is asked. What it submits is what the API takes. */
export function useRecordForm(shape: RecordShape, values: Values): RecordForm {
  const resolver = useMemo(() => lateResolver(shape), [shape]);
  return useForm<Values, unknown, Record<string, unknown>>({ defaultValues: values, resolver, mode: "onTouched" });
}

/** Puts each thing that the API found wrong beside its field, and the rest beside the button that saves. */
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

/** Called before the first key is pressed, so that the first mistake is said at once. */
export function loadSchema(path: Path): void {
  void resolverFor(path).catch(() => undefined);
}

async function resolverFor(path: Path) {
  const [{ resolverOf }, schema] = await Promise.all([import("./typed-schema"), nouns[path].schema()]);
  return (shape: RecordShape) => resolverOf(shape, schema);
}

/** Comes with the API's schema when it is first asked. When they can't be had, the API alone says what is wrong. */
function lateResolver(shape: RecordShape): Resolver<Values, unknown, Record<string, unknown>> {
  return async (values, context, options) => {
    const resolverOf = await resolverFor(shape.path).catch(() => null);
    if (resolverOf) return resolverOf(shape)(values, context, options);
    return { values: toData(shape, values), errors: {} };
  };
}
