import { useState, type SubmitEvent } from "react";
import { useForm, type Resolver, type UseFormReturn } from "react-hook-form";
import type { RequestError } from "@/lib/http/client/client.browser";
import type { z } from "zod";

/** The values of a form's controls: always text, as typed. */
export type TypedValues = Record<string, string>;

interface Options<Data> {
  /** Initial values by the API's field names. */
  initial: TypedValues;
  /** Validates before sending: `lateResolver` with the API's schema. Without it, only the API validates. */
  resolver?: Resolver<TypedValues, unknown, Data>;
  /** Sends the data, and calls `onRefused` when the API refuses, as the `mutate` of a mutation does. */
  send(data: Data, onRefused: (error: RequestError) => void): Promise<unknown>;
}

/** A form for an API write. Issues of the schema and of the API appear at their fields; the first gets the focus. */
export function useApiForm<Data = TypedValues>({ initial, resolver, send }: Options<Data>) {
  const [defaults] = useState(initial);
  const names = Object.keys(defaults);
  const form = useForm<TypedValues, unknown, Data>({ defaultValues: defaults, resolver });
  const { errors, isSubmitting } = form.formState;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    takeFilledIn(form, new FormData(event.currentTarget));
    void form.handleSubmit((data) => send(data, (error) => showFieldIssues(form, names, error)))(event);
  }

  return {
    form,
    names,
    /** Validating or sending. */
    isBusy: isSubmitting,
    /** Props of the `form` element. POST keeps typed values out of the URL if it is submitted before hydration. */
    formProps: { method: "post", noValidate: true, onSubmit: submit } as const,
    field: (name: string) => ({
      ...form.register(name),
      defaultValue: defaults[name],
      problem: errors[name]?.message,
    }),
  };
}

/** Password managers fill in fields without an event that React sees. */
function takeFilledIn<Data>(form: UseFormReturn<TypedValues, unknown, Data>, filled: FormData): void {
  const known = form.getValues();
  for (const [name, value] of filled)
    if (typeof value === "string" && name in known && known[name] !== value) form.setValue(name, value);
}

/** Shows the API's issues at their fields, and focuses the first. @returns the messages of those that have no field. */
export function showFieldIssues<Data>(
  form: UseFormReturn<TypedValues, unknown, Data>,
  names: readonly string[],
  { issues }: Pick<RequestError, "issues">,
): string[] {
  // `aliases.0.to` is a part of the field `aliases`.
  const fieldOf = (path: string) => path.split(".", 1)[0] ?? path;
  const known = issues.filter(({ path }) => names.includes(fieldOf(path)));
  for (const { path, message } of known) form.setError(path, { message });
  if (known[0]) form.setFocus(fieldOf(known[0].path));
  return issues.filter((issue) => !known.includes(issue)).map(({ message }) => message);
}

/**
 * Validates a form with the API's own schema, so that both report the same issues. The schema and zod load on first
 * use, to keep the page small; if they can't be loaded, only the API validates. @param toData makes what the API takes.
 */
export function lateResolver<Data>(
  load: () => Promise<z.ZodType<Data>>,
  toData: (values: TypedValues) => unknown = (values) => values,
): Resolver<TypedValues, unknown, Data> {
  return async (current, context, options) => {
    // The form goes on changing its object while the schema loads: what is validated are the values of this moment.
    const values = { ...current };
    // The resolver is loaded first: it configures zod before a schema is created.
    const resolver = await import("./schema-resolver")
      .then(async ({ resolverOf }) => resolverOf(await load(), toData))
      .catch(() => null);
    return resolver ? resolver(values, context, options) : { values: toData(values) as Data, errors: {} };
  };
}
