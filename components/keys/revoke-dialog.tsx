"use client";

import { Ban } from "lucide-react";
import type { ResolverResult } from "react-hook-form";
import { WriteError } from "@/components/account/write-error";
import type { TypedValues } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { DateTime } from "@/components/ui/date-time";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { Field } from "@/components/ui/field";
import { useNow } from "@/components/ui/use-now";
import type { KeyRecord } from "@/lib/keys/schema";
import { useRevokeKey } from "./key-mutations";
import { isNameShared, KeyPrefix } from "./key-name";
import { keySuffix } from "./key-pairs";
import { formatCount } from "./usage-share";

interface Props {
  record: KeyRecord;
  /** The account's active keys. */
  active: KeyRecord[];
  onDone(revoked: KeyRecord): void;
  onDismiss(): void;
}

/**
 * Revokes a key. Typing its name confirms it, because it can't be undone; where another active key has that name, the
 * part of the prefix that differs. The API requires neither.
 */
export function RevokeDialog({ record, active, onDone, onDismiss }: Props) {
  const { mutate: revoke, error } = useRevokeKey(record.id);
  const isAmbiguous = isNameShared(record, active);
  const asked = isAmbiguous ? keySuffix(record) : record.name;
  const { field, formProps, isBusy } = useApiForm<TypedValues>({
    initial: { name: "" },
    resolver: (values): ResolverResult<TypedValues, TypedValues> => {
      if (values["name"]?.trim() === asked) return { values, errors: {} };
      return { values: {}, errors: { name: { type: "name", message: `Type “${asked}” to confirm.` } } };
    },
    send: async () => {
      const revoked = await revoke();
      if (revoked) onDone(revoked);
    },
  });
  return (
    <Dialog title={`Revoke “${record.name}”`} onDismiss={onDismiss}>
      <p>
        Apps that use <KeyPrefix record={record} /> stop working immediately. You can’t undo this.
      </p>
      <LastUse record={record} />
      <form {...formProps} className="grid gap-4">
        <Field
          label={isAmbiguous ? "Type the last 4 characters of the key’s prefix" : "Type the key’s name"}
          {...field("name")}
          autoComplete="off"
          spellCheck={false}
          hint={isAmbiguous ? `${asked}. Another active key is also called “${record.name}”.` : asked}
        />
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

/** What would be missed. */
function LastUse({ record: { used_today, last_used_at } }: { record: KeyRecord }) {
  const now = useNow();
  if (last_used_at === null) return <p>This key has never been used.</p>;
  const isToday = new Date(last_used_at).toDateString() === new Date(now).toDateString();
  const last = isToday ? (
    <>
      at <time dateTime={last_used_at}>{clock.format(new Date(last_used_at))}</time>
    </>
  ) : (
    <>
      on <DateTime at={last_used_at} look="time" />
    </>
  );
  if (used_today === 0) return <p>Not used today; last used {last}.</p>;
  return (
    <p className="rounded bg-curtain-wash p-3 text-curtain">
      Used {used_today === 1 ? "once" : `${formatCount(used_today)} times`} today, last {last}.
    </p>
  );
}

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" });
