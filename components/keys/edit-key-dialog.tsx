"use client";

import { WriteError } from "@/components/account/write-error";
import { lateResolver } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { Field } from "@/components/ui/field";
import type { ListedKey } from "@/lib/keys/schema";
import { useUpdateKey } from "./key-mutations";

interface Props {
  record: ListedKey;
  onDone(): void;
  onDismiss(): void;
}

const resolver = lateResolver(
  async () => (await import("@/lib/keys/schema")).keyChange,
  ({ name, note = "" }) => ({ name, note: note.trim() === "" ? null : note }),
);

/** Changes the name and the note of a key. The key itself stays the same. */
export function EditKeyDialog({ record, onDone, onDismiss }: Props) {
  const { mutate, error } = useUpdateKey(record.id);
  const { field, formProps, names, isBusy } = useApiForm({
    initial: { name: record.name, note: record.note ?? "" },
    resolver,
    send: async (change, onRefused) => {
      if (await mutate(change, onRefused)) onDone();
    },
  });
  return (
    <Dialog title={`Edit “${record.name}”`} onDismiss={onDismiss}>
      <form {...formProps} className="grid gap-4">
        <Field label="Name" {...field("name")} autoComplete="off" hint="Only visible to you." />
        <Field
          label="Note (optional)"
          {...field("note")}
          autoComplete="off"
          hint="For example where the key is used, or who looks after it."
        />
        <WriteError error={error} fields={names} />
        <DialogActions action={isBusy ? "Saving…" : "Save"} isDisabled={isBusy} onDismiss={onDismiss} />
      </form>
    </Dialog>
  );
}
