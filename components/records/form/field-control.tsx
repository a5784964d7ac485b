"use client";

import dynamic from "next/dynamic";
import type { ComponentProps } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { Field, SelectField, TextField } from "@/components/ui/field";
import { useLoaded } from "@/components/ui/use-loaded";
import { DayControl } from "./day-control";
import type { Picker } from "./picker";
import { plainProblem } from "./plain-problem";
import type { RecordField } from "./record-shape";
import type { FormValues } from "@/lib/records/view.browser";

const ListControl = dynamic(
  () => import("@/components/records/details/list-control").then((loaded) => loaded.ListControl),
  {
    ssr: false,
  },
);
const IdsControl = dynamic(
  () => import("@/components/records/details/ids-control").then((loaded) => loaded.IdsControl),
  {
    ssr: false,
  },
);

interface Props {
  field: RecordField;
  form: UseFormReturn<FormValues, unknown, Record<string, unknown>>;
  values: FormValues;
}

/** The share of a length limit from which the remaining characters are shown. */
const near = 0.8;

export function FieldControl({ field, form, values }: Props) {
  const { name, kind } = field;
  const value = values[name] ?? "";
  const message = form.formState.errors[name]?.message;
  const labelled = {
    label: field.isOptional ? `${field.label} (optional)` : field.label,
    hint: [field.hint, room(value, field.maxLength)].filter(Boolean).join(". ") || undefined,
    problem: message === undefined ? undefined : plainProblem(field, value, message),
  };
  switch (kind) {
    case "line":
    case "url":
      return <Field {...labelled} {...form.register(name)} dir="auto" autoComplete="off" />;
    case "number":
      return <Field {...labelled} {...form.register(name)} inputMode="decimal" autoComplete="off" />;
    case "text":
      return <TextField {...labelled} {...form.register(name)} dir="auto" rows={5} />;
    case "choice":
      return <SelectField {...labelled} {...form.register(name)} none="Choose…" options={field.options} />;
    case "date":
      return (
        <Controller
          control={form.control}
          name={name}
          render={({ field: { ref, value: day = "", onChange, onBlur } }) => (
            <DayControl {...labelled} ref={ref} name={name} value={day} onChange={onChange} onBlur={onBlur} />
          )}
        />
      );
    case "list":
      return <ListControl field={field} form={form} />;
    case "ids":
      return <IdsControl field={field} form={form} />;
    // Only entries of lists have partial dates.
    case "partialDate":
      return null;
    case "reference":
      return (
        <Controller
          control={form.control}
          name={name}
          render={({ field: { ref, value: id = "", onChange, onBlur } }) => (
            <LatePicker
              {...labelled}
              ref={ref}
              path={field.to}
              value={id}
              onChange={onChange}
              onBlur={onBlur}
              isFitting={(record) => field.isFitting?.(record, values) ?? true}
              {...(field.initialValues ? { given: field.initialValues(values) } : {})}
            />
          )}
        />
      );
  }
}

const loadPicker = () => import("./picker");

/** A picker with its code, which only some forms need. */
function LatePicker(props: ComponentProps<typeof Picker>) {
  const code = useLoaded(loadPicker);
  const { label, hint, problem } = props;
  return code ? <code.Picker {...props} /> : <Field label={label} hint={hint} problem={problem} disabled />;
}

/** A text about the remaining characters, once the limit is near. */
function room(value: string, maxLength: number | undefined): string | null {
  const length = [...value].length;
  if (maxLength === undefined || length < maxLength * near) return null;
  return length <= maxLength
    ? `${maxLength - length} of ${maxLength} characters left`
    : `${length - maxLength} characters too many`;
}
