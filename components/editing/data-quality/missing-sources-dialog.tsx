import { FormDialog } from "@/components/form/form-dialog";
import { ChangeErrors } from "@/components/records/changes/use-changes";
import { CitationFields, useCitation } from "@/components/records/details/citation";
import type { DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { counted } from "@/lib/editing/data-quality/terms.browser";
import { countSourced, sourceAdditions, type Fixing } from "./remedies";
import { StatedProblem } from "./snoozing";

interface Props {
  problems: readonly DataProblem[];
  fixing: Fixing;
  onDone(): void;
  onDismiss(): void;
}

/** Adds one source to all records that need one, for each of the fields without one, as one change. */
export function MissingSourcesDialog({ problems, fixing, onDone, onDismiss }: Props) {
  const citation = useCitation();
  const [only] = problems;
  const records = counted(countSourced(problems), "record");

  async function save() {
    const typed = citation.check(true);
    if (!typed) return;
    if (await fixing.apply(problems, sourceAdditions(problems, typed), `Added a source to ${records}.`)) onDone();
  }

  return (
    <FormDialog
      write={fixing}
      title="Add a source"
      action={`Add to ${records}`}
      doing="Saving…"
      onSubmit={() => void save()}
      problem={fixing.error && <ChangeErrors error={fixing.error} nameOf={(index) => `Record ${index + 1}`} />}
      onDismiss={onDismiss}
    >
      {only && problems.length === 1 ? (
        <StatedProblem problem={only} />
      ) : (
        <p>
          For {records} with {counted(problems.length, "problem")}.
        </p>
      )}
      <CitationFields {...citation.fields} />
    </FormDialog>
  );
}
