"use client";

import { WriteError } from "@/components/account/write-error";
import { lateResolver } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { formatCount } from "@/components/keys/usage-share";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { Field, TextField } from "@/components/ui/field";
import type { KeyRecord } from "@/lib/keys/schema";
import { typedLimit } from "./typed-limit";
import { useKeyLimitRequests, useRequestLimit } from "./use-limit-requests";

interface Props {
  record: KeyRecord;
  onDone(): void;
  onDismiss(): void;
}

const resolver = lateResolver(
  async () => (await import("@/lib/limit-requests/schema")).newLimitRequest,
  ({ daily_limit = "", reason }) => ({ daily_limit: typedLimit(daily_limit), reason }),
);

/** Asks an administrator for a higher limit, or changes a request that waits for its answer. */
export function RequestDialog({ record, onDone, onDismiss }: Props) {
  const [latest] = useKeyLimitRequests(record.id).data?.body ?? [];
  const waiting = latest?.state === "received" ? latest : null;
  const { mutate, error } = useRequestLimit(record.id);
  const { field, formProps, names, isBusy } = useApiForm({
    initial: { daily_limit: waiting ? String(waiting.daily_limit) : "", reason: waiting?.reason ?? "" },
    resolver,
    send: async (wanted, onRefused) => {
      if (await mutate(wanted, onRefused)) onDone();
    },
  });
  return (
    <Dialog title={`Request a higher limit for “${record.name}”`} onDismiss={onDismiss}>
      <form {...formProps} className="grid gap-4">
        <p>
          {waiting
            ? "Your request waits for an answer. You can change it until then."
            : "An administrator answers it. You’ll get a notice here."}
        </p>
        <Field
          label="Requests per day"
          {...field("daily_limit")}
          inputMode="numeric"
          autoComplete="off"
          hint={`Now ${formatCount(record.daily_limit)}.`}
        />
        <TextField label="Reason" {...field("reason")} hint="What you need it for." />
        <WriteError error={error} fields={names} />
        <DialogActions action={isBusy ? "Sending…" : "Send request"} isDisabled={isBusy} onDismiss={onDismiss} />
      </form>
    </Dialog>
  );
}
