import { FormDialog } from "@/components/form/form-dialog";
import { lateResolver } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { formatCount, typedLimit } from "@/components/portal/keys/usage-share";
import { Field, TextField } from "@/components/ui/field";
import type { KeyRecord } from "@/lib/keys/schema.browser";
import { useKeyLimitRequests, useRequestLimit } from "./use-limit-requests";

interface Props {
  record: KeyRecord;
  onDone(): void;
  onDismiss(): void;
}

const resolver = lateResolver(
  async () => (await import("@/lib/keys/limit-requests/schema.browser")).newLimitRequest,
  ({ daily_limit = "", reason }) => ({ daily_limit: typedLimit(daily_limit), reason }),
);

/** Asks an administrator for a higher limit, or changes a request that waits for its answer. */
export function RequestDialog({ record, onDone, onDismiss }: Props) {
  const [latest] = useKeyLimitRequests(record.id).data?.body ?? [];
  const waiting = latest?.state === "received" ? latest : null;
  const write = useRequestLimit(record.id);
  const form = useApiForm({
    initial: { daily_limit: waiting ? String(waiting.daily_limit) : "", reason: waiting?.reason ?? "" },
    resolver,
    send: async (wanted, onRefused) => {
      if (await write.mutate(wanted, onRefused)) onDone();
    },
  });
  return (
    <FormDialog
      {...{ form, write, onDismiss }}
      title={`Request a higher limit for “${record.name}”`}
      action="Send request"
      doing="Sending…"
    >
      <p>
        {waiting
          ? "Your request waits for an answer. You can change it until then."
          : "An administrator answers it. You’ll get a notice here."}
      </p>
      <Field
        label="Requests per day"
        {...form.field("daily_limit")}
        inputMode="numeric"
        autoComplete="off"
        hint={`Now ${formatCount(record.daily_limit)}.`}
      />
      <TextField label="Reason" {...form.field("reason")} hint="What you need it for." />
    </FormDialog>
  );
}
