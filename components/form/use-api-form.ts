"use client";

import { useState, type SubmitEvent } from "react";
import { useForm, type Resolver, type UseFormReturn } from "react-hook-form";
import type { ApiError } from "@/lib/client/client";
import type { TypedValues } from "./late-resolver";

interface Options<Data> {
  /** Each field by its name in the API, with what stands in it at first. */
  initial: TypedValues;
  /** What is wrong, before it is sent: `lateResolver` with the API's schema. Absent: only the service says. */
  resolver?: Resolver<TypedValues, unknown, Data>;
  /** Sends it; told whom to tell when the service refuses. `mutate` of a mutation is such a function. */
  send(data: Data, onRefused: (error: ApiError) => void): Promise<unknown>;
}

/**
 * A form of the API: what is wrong with a field stands at the field, whether its schema says so or the service, and the
 * first of them has the focus.
 */
export function useApiForm<Data = TypedValues>({ initial, resolver, send }: Options<Data>) {
  const [defaults] = useState(initial);
  const names = Object.keys(defaults);
  const form = useForm<TypedValues, unknown, Data>({
    defaultValues: defaults,
    ...(resolver ? { resolver } : {}),
  });
  const { errors, isSubmitting } = form.formState;
  const problemOf = (name: string) => errors[name]?.message;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    takeFilledIn(form, new FormData(event.currentTarget));
    void form.handleSubmit((data) => send(data, (error) => showFieldIssues(form, names, error)))(event);
  }

  return {
    form,
    /** Of its fields. */
    names,
    /** Being looked at, or on its way. */
    isBusy: isSubmitting,
    problemOf,
    /** Of the `form` element. Its method keeps what is typed out of the address when it is sent before the page runs. */
    formProps: { method: "post", noValidate: true, onSubmit: submit } as const,
    /** Of a field's control. */
    field: (name: string) => ({
      ...form.register(name),
      defaultValue: defaults[name],
      problem: problemOf(name),
    }),
  };
}

/** A password manager fills in fields without a word to the page. */
function takeFilledIn<Data>(form: UseFormReturn<TypedValues, unknown, Data>, filled: FormData): void {
  const known = form.getValues();
  for (const [name, value] of filled)
    if (typeof value === "string" && name in known && known[name] !== value) form.setValue(name, value);
}

/**
 * Puts what the API found wrong beside the fields, and the focus in the first of them.
 *
 * @returns what belongs to none of them.
 */
export function showFieldIssues<Data>(
  form: UseFormReturn<TypedValues, unknown, Data>,
  names: readonly string[],
  { issues }: Pick<ApiError, "issues">,
): string[] {
  const known = issues.filter(({ path }) => names.includes(path));
  for (const { path, message } of known) form.setError(path, { message });
  if (known[0]) form.setFocus(known[0].path);
  return issues.filter(({ path }) => !names.includes(path)).map(({ message }) => message);
}
