import { Ban } from "lucide-react";
import type { ResolverResult } from "react-hook-form";
import { FormDialog } from "@/components/form/form-dialog";
import type { TypedValues } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { DateTime } from "@/components/ui/date-time";
import { Field } from "@/components/ui/field";
import { useNow } from "@/components/ui/use-now";
import type { KeyRecord } from "@/lib/keys/schema.browser";
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
  const write = useRevokeKey(record.id);
  const isAmbiguous = isNameShared(record, active);
  const asked = isAmbiguous ? keySuffix(record) : record.name;
  const form = useApiForm<TypedValues>({
    initial: { name: "" },
    resolver: (values): ResolverResult<TypedValues, TypedValues> => {
      if (values["name"]?.trim() === asked) return { values, errors: {} };
      return { values: {}, errors: { name: { type: "name", message: `Type “${asked}” to confirm.` } } };
    },
    send: async () => {
      const revoked = await write.mutate();
      if (revoked) onDone(revoked);
    },
  });
  return (
    <FormDialog
      {...{ form, write, onDismiss }}
      title={`Revoke “${record.name}”`}
      look="danger"
      icon={Ban}
      action="Revoke key"
      doing="Revoking…"
    >
      <p>
        Apps that use <KeyPrefix record={record} /> stop working immediately. You can’t undo this.
      </p>
      <LastUse record={record} />
      <Field
        label={isAmbiguous ? "Type the last 4 characters of the key’s prefix" : "Type the key’s name"}
        {...form.field("name")}
        autoComplete="off"
        spellCheck={false}
        hint={isAmbiguous ? `${asked}. Another active key is also called “${record.name}”.` : asked}
      />
    </FormDialog>
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
