import { FormDialog } from "@/components/form/form-dialog";
import { lateResolver } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { formatCount, typedLimit } from "@/components/portal/keys/usage-share";
import { Field } from "@/components/ui/field";
import type { ManagedLimitRequest } from "@/lib/keys/limit-requests/schema.browser";
import { useAnswerLimitRequest } from "./use-limit-requests";

interface Props {
  request: ManagedLimitRequest;
  onDone(text: string): void;
  onDismiss(): void;
}

const resolver = lateResolver(
  async () => (await import("@/lib/keys/limit-requests/schema.browser")).limitAnswer,
  ({ daily_limit = "" }) => ({ state: "granted", daily_limit: typedLimit(daily_limit) }),
);

/** Grants a limit: the requested one, or another. */
export function GrantDialog({ request: { id, daily_limit, key, account }, onDone, onDismiss }: Props) {
  const write = useAnswerLimitRequest(id);
  const form = useApiForm({
    initial: { daily_limit: String(daily_limit) },
    resolver,
    send: async (answer, onRefused) => {
      const answered = await write.mutate(answer, onRefused);
      if (answered) onDone(`“${key.name}” now has ${formatCount(answered.key.daily_limit)} requests a day.`);
    },
  });
  return (
    <FormDialog {...{ form, write, onDismiss }} title="Grant a higher limit" action="Grant" doing="Granting…">
      <p>
        “{key.name}” of <strong className="break-all">{account.name ?? account.email}</strong> has{" "}
        {formatCount(key.daily_limit)} requests a day. The new limit applies immediately.
      </p>
      <Field label="Requests per day" {...form.field("daily_limit")} inputMode="numeric" autoComplete="off" />
    </FormDialog>
  );
}

export function DeclineDialog({ request: { id, daily_limit, key }, onDone, onDismiss }: Props) {
  const write = useAnswerLimitRequest(id);

  async function decline() {
    if (await write.mutate({ state: "declined" })) onDone("Request declined.");
  }

  return (
    <FormDialog
      {...{ write, onDismiss }}
      title="Decline this request?"
      action="Decline"
      doing="Declining…"
      onSubmit={() => void decline()}
    >
      <p>
        “{key.name}” keeps its limit of {formatCount(key.daily_limit)}; {formatCount(daily_limit)} were requested. Its
        owner is told, and can send another request.
      </p>
    </FormDialog>
  );
}
