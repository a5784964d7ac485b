import { useWatch } from "react-hook-form";
import { FormDialog } from "@/components/form/form-dialog";
import { lateResolver } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { Field, SelectField } from "@/components/ui/field";
import type { IssuedKey } from "@/lib/keys/schema.browser";
import { expiryOf, expiryTerms, isExpiryTerm } from "./expiry";
import { useCreateKey } from "./key-mutations";

interface Props {
  onDone(issued: IssuedKey): void;
  onDismiss(): void;
}

/** `expires_at` is a day, and is used only for a custom date. */
const resolver = lateResolver(
  async () => (await import("@/lib/keys/schema.browser")).newKeySchemaAt(Date.now()),
  ({ name, term = "", expires_at = "" }) => ({
    name,
    expires_at: isExpiryTerm(term) ? expiryOf(term, expires_at, Date.now()) : null,
  }),
);

/** Asks for a new key's name and expiry. The response goes to the caller and is not kept here. */
export function NewKeyDialog({ onDone, onDismiss }: Props) {
  const write = useCreateKey();
  const form = useApiForm({
    initial: { name: "", term: "never", expires_at: "" },
    resolver,
    send: async (key, onRefused) => {
      const issued = await write.mutate(key, onRefused);
      if (issued) onDone(issued);
    },
  });
  const { field, problemOf } = form;
  const { control } = form.form;
  const isDay = useWatch({ control, name: "term" }) === "day";
  return (
    <FormDialog {...{ form, write, onDismiss }} title="New key" action="Create key" doing="Creating…">
      <Field
        label="Name"
        {...field("name")}
        autoComplete="off"
        hint="For example “Website” or “My laptop”. Only visible to you."
      />
      <SelectField
        label="Expires"
        {...field("term")}
        problem={isDay ? undefined : problemOf("expires_at")}
        options={expiryTerms.map(({ value, label }) => [value, label])}
      />
      {isDay && (
        <Field
          label="Expires on"
          {...field("expires_at")}
          type="date"
          hint="Works until the end of that day in your time zone."
          // The API's message is about an instant, the field about a day.
          problem={problemOf("expires_at") && "must be today or later"}
        />
      )}
    </FormDialog>
  );
}
