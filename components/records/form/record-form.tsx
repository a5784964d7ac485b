import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, type FocusEvent } from "react";
import { useForm, useWatch, type UseFormReturn, useController, type FieldErrors } from "react-hook-form";
import type { z } from "zod";
import { showFieldIssues, lateResolver } from "@/components/form/use-api-form";
import { useApiWrite } from "@/components/form/use-write";
import { SignInAgain } from "@/components/ui/error-notice";
import { sendApi, type RequestError } from "@/lib/http/client/client.browser";
import { apiQueryKey } from "@/lib/http/client/hooks.browser";
import type { FormValues } from "@/lib/records/view.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { documentPath, toData, type FormRecord, type RecordShape } from "./record-shape";

export type RecordForm = UseFormReturn<FormValues, unknown, Record<string, unknown>>;

/** A form that validates with the API's schema and submits the parsed data. */
export function useRecordForm(shape: RecordShape, values: FormValues): RecordForm {
  const resolver = lateResolver(
    () => loadSchema(shape),
    (typed) => toData(shape, typed),
  );
  return useForm<FormValues, unknown, Record<string, unknown>>({ defaultValues: values, resolver, mode: "onTouched" });
}

/** Sends what the form of a new record submits. */
export function useCreateRecord(path: ResourcePath) {
  const client = useQueryClient();
  const { write, ...state } = useApiWrite();
  const create = (data: Record<string, unknown>, onRefused: (error: RequestError) => void) =>
    write(async (signal) => {
      const created = await sendApi<FormRecord>("POST", `/${path}`, data, null, signal);
      const { body, etag } = created;
      client.setQueryData(apiQueryKey(documentPath({ path }, body.id)), { body, etag });
      await client.invalidateQueries({ queryKey: [path] });
      return created;
    }, onRefused);
  return { ...state, create };
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

async function loadSchema({ path, part }: RecordShape): Promise<z.ZodType<Record<string, unknown>>> {
  if (part === "sources") return (await import("@/lib/records/schema.browser")).sourcesForm;
  const { schema, detailsSchema } = resourceViews[path];
  const document = await (part && detailsSchema ? detailsSchema : schema)();
  return part ? document.omit({ id: true, verified_at: true }) : document.omit({ id: true });
}

const signedOutErrorType = "signed-out";
const kept = "Your draft is kept in this browser.";

/** Shows why a record was not saved, at its fields or beside the save button. */
export function showSaveError(form: RecordForm, shape: RecordShape, error: RequestError): void {
  const status = error.response?.status;
  const say = (message: string, type = "refused") => form.setError("root", { type, message });
  if (error.isSessionOver)
    say(`Not saved: your session has ended. Sign in, then save again. ${kept}`, signedOutErrorType);
  else if (status === 403) say(`Not saved: your account may no longer change the listings. ${kept}`);
  else if (status === 404)
    say(`Not saved: this record has been deleted. Undo the deletion in the history below, then save again. ${kept}`);
  else if (error.issues.length > 0) showRecordIssues(form, shape, error);
  else {
    const id = error.response?.requestId;
    say(`Not saved. ${error.message} ${kept}${id ? ` Request ID ${id}.` : ""}`);
  }
}

/** Why a form was not saved, in the bar of its save button, which covers what is below. Takes the focus. */
export function FormError({ form }: { form: RecordForm }) {
  const { root } = form.formState.errors;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (root?.message) element.current?.focus();
  }, [root]);
  return (
    <div
      ref={element}
      role="alert"
      tabIndex={-1}
      className={root?.message ? "grow basis-full rounded bg-curtain-wash p-4 text-curtain" : "sr-only"}
    >
      {root?.message && <p>{root.message}</p>}
      {root?.type === signedOutErrorType && <SignInAgain />}
    </div>
  );
}

/** A field of a form whose value is a list or an object, kept as JSON. */
export function useJsonField<Value>(form: RecordForm, name: string, empty: Value) {
  const element = useRef<HTMLFieldSetElement>(null);
  const { field } = useController({ control: form.control, name });
  const text = field.value ?? "";
  const { ref } = field;
  useEffect(() => {
    // The problem is marked after the next render.
    const focus = () => requestAnimationFrame(() => controlToFocus(element.current)?.focus());
    ref({ focus });
  }, [ref]);
  return {
    value: text === "" ? empty : (JSON.parse(text) as Value),
    change: (next: Value) => field.onChange(JSON.stringify(next)),
    /** A new row is checked when it is left, not when its first control gets the focus. */
    blur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) field.onBlur();
    },
    errors: form.formState.errors[name] as FieldErrors[string],
    element,
  };
}

/** The problem of a place within the value, such as a member of an entry of a list. */
export function problemAt(errors: FieldErrors[string], ...place: readonly (string | number)[]): string | undefined {
  const message = [...place, "message"].reduce<unknown>(
    (found, name) => (typeof found === "object" && found !== null ? Reflect.get(found, name) : undefined),
    errors,
  );
  return typeof message === "string" ? message : undefined;
}

/** The first one with a problem, else the first one. The form asks twice: a person who types by then stays there. */
function controlToFocus(within: HTMLElement | null): HTMLElement | null | undefined {
  const withProblem = within?.querySelector<HTMLElement>("[aria-invalid=true]");
  if (withProblem || within?.contains(document.activeElement)) return withProblem;
  return within?.querySelector<HTMLElement>("input, button");
}
