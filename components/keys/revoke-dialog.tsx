"use client";

import { Ban } from "lucide-react";
import type { ResolverResult } from "react-hook-form";
import { WriteError } from "@/components/account/write-error";
import type { TypedValues } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { Field } from "@/components/ui/field";
import type { KeyRecord } from "@/lib/keys/schema";
import { useRevokeKey } from "./key-mutations";

interface Props {
  record: KeyRecord;
  onDone(revoked: KeyRecord): void;
  onDismiss(): void;
}

/** Revokes a key. Typing its name confirms it, because it can't be undone; the API does not require the name. */
export function RevokeDialog({ record, onDone, onDismiss }: Props) {
  const { mutate: revoke, error } = useRevokeKey(record.id);
  const { field, formProps, isBusy } = useApiForm<TypedValues>({
    initial: { name: "" },
    resolver: (values): ResolverResult<TypedValues, TypedValues> => {
      if (values["name"]?.trim() === record.name) return { values, errors: {} };
      return { values: {}, errors: { name: { type: "name", message: `Type “${record.name}” to confirm.` } } };
    },
    send: async () => {
      const revoked = await revoke();
      if (revoked) onDone(revoked);
    },
  });
  return (
    <Dialog title={`Revoke “${record.name}”`} onDismiss={onDismiss}>
      <p>
        Apps that use <code className="font-mono">{record.prefix}…</code> stop working immediately. You can’t undo this.
      </p>
      <form {...formProps} className="grid gap-4">
        <Field label="Type the key’s name" {...field("name")} autoComplete="off" hint={record.name} />
        <WriteError error={error} />
        <DialogActions
          look="danger"
          icon={Ban}
          action={isBusy ? "Revoking…" : "Revoke key"}
          isDisabled={isBusy}
          onDismiss={onDismiss}
        />
      </form>
    </Dialog>
  );
}
