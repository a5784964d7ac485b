"use client";

import { WriteError } from "@/components/account/write-error";
import { lateResolver } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { formatCount } from "@/components/keys/usage-share";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { Field } from "@/components/ui/field";
import type { ManagedLimitRequest } from "@/lib/limit-requests/schema";
import { typedLimit } from "./typed-limit";
import { useAnswerLimitRequest } from "./use-limit-requests";

interface Props {
  request: ManagedLimitRequest;
  onDone(text: string): void;
  onDismiss(): void;
}

const resolver = lateResolver(
  async () => (await import("@/lib/limit-requests/schema")).limitAnswer,
  ({ daily_limit = "" }) => ({ state: "granted", daily_limit: typedLimit(daily_limit) }),
);

/** Grants a limit: the requested one, or another. */
export function GrantDialog({ request: { id, daily_limit, key, account }, onDone, onDismiss }: Props) {
  const { mutate, error } = useAnswerLimitRequest(id);
  const { field, formProps, names, isBusy } = useApiForm({
    initial: { daily_limit: String(daily_limit) },
    resolver,
    send: async (answer, onRefused) => {
      const answered = await mutate(answer, onRefused);
      if (answered) onDone(`“${key.name}” now has ${formatCount(answered.key.daily_limit)} requests a day.`);
    },
  });
  return (
    <Dialog title="Grant a higher limit" onDismiss={onDismiss}>
      <form {...formProps} className="grid gap-4">
        <p>
          “{key.name}” of <strong className="break-all">{account.name ?? account.email}</strong> has{" "}
          {formatCount(key.daily_limit)} requests a day. The new limit applies immediately.
        </p>
        <Field label="Requests per day" {...field("daily_limit")} inputMode="numeric" autoComplete="off" />
        <WriteError error={error} fields={names} />
        <DialogActions action={isBusy ? "Granting…" : "Grant"} isDisabled={isBusy} onDismiss={onDismiss} />
      </form>
    </Dialog>
  );
}

export function DeclineDialog({ request: { id, daily_limit, key }, onDone, onDismiss }: Props) {
  const { mutate, isBusy, error } = useAnswerLimitRequest(id);

  async function decline() {
    if (await mutate({ state: "declined" })) onDone("Request declined.");
  }

  return (
    <Dialog title="Decline this request?" onDismiss={onDismiss}>
      <p>
        “{key.name}” keeps its limit of {formatCount(key.daily_limit)}; {formatCount(daily_limit)} were requested. Its
        owner is told, and can send another request.
      </p>
      <WriteError error={error} />
      <DialogActions
        action={isBusy ? "Declining…" : "Decline"}
        onAct={() => void decline()}
        isDisabled={isBusy}
        onDismiss={onDismiss}
      />
    </Dialog>
  );
}
