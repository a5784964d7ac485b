"use client";

import { FormDialog } from "@/components/form/form-dialog";
import { lateResolver } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { TextField } from "@/components/ui/field";
import type { SuggestionRecord } from "@/lib/suggestions/schema.browser";
import { useAnswerSuggestion } from "./use-suggestions";

interface Props {
  suggestion: SuggestionRecord;
  onDone(): void;
  onDismiss(): void;
}

const resolver = lateResolver(
  async () => (await import("@/lib/suggestions/schema.browser")).suggestionAnswer,
  ({ reason = "" }) => ({ state: "declined", reason }),
);

/** Declines a suggestion with a reason, which its author can read. */
export function DeclineSuggestion({ suggestion: { id }, onDone, onDismiss }: Props) {
  const write = useAnswerSuggestion(id);
  const form = useApiForm({
    initial: { reason: "" },
    resolver,
    send: async (answer, onRefused) => {
      if (await write.mutate(answer, onRefused)) onDone();
    },
  });
  return (
    <FormDialog {...{ form, write, onDismiss }} title="Decline this suggestion" action="Decline" doing="Declining…">
      <TextField label="Reason" {...form.field("reason")} hint="The author of the suggestion can read it." />
    </FormDialog>
  );
}
