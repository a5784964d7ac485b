import { useController, type FieldErrors } from "react-hook-form";
import { useEffect, useRef, type FocusEvent } from "react";
import type { RecordForm } from "@/components/records/form/record-form";

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
