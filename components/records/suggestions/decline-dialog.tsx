import { FormDialog } from "@/components/form/form-dialog";
import { lateResolver } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { TextField } from "@/components/ui/field";
import type { SuggestionRecord } from "@/lib/suggestions/schema.browser";
import { useAnswerSuggestion } from "./use-suggestions";

interface Props {
  suggestion: SuggestionRecord;
  isWholeGroup: boolean;
  onDone(): void;
  onDismiss(): void;
}

const resolver = lateResolver(
  async () => (await import("@/lib/suggestions/schema.browser")).suggestionAnswer,
  ({ reason = "" }) => ({ state: "declined", reason }),
);

/** Declines a suggestion, or all of its group, with a reason, which its author can read. */
export function DeclineSuggestion({ suggestion: { id }, isWholeGroup, onDone, onDismiss }: Props) {
  const write = useAnswerSuggestion(id);
  const form = useApiForm({
    initial: { reason: "" },
    resolver,
    send: async (answer, onRefused) => {
      if (await write.mutate({ ...answer, whole_group: isWholeGroup }, onRefused)) onDone();
    },
  });
  return (
    <FormDialog
      {...{ form, write, onDismiss }}
      title={isWholeGroup ? "Decline all from this network and day" : "Decline this suggestion"}
      action={isWholeGroup ? "Decline all" : "Decline"}
      doing="Declining…"
    >
      <TextField
        label="Reason"
        {...form.field("reason")}
        hint={`The author of ${isWholeGroup ? "each" : "the"} suggestion can read it.`}
      />
    </FormDialog>
  );
}
