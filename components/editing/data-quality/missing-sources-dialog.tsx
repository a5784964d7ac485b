import { FormDialog } from "@/components/form/form-dialog";
import { ChangeErrors } from "@/components/records/changes/change-errors";
import { CitationFields } from "@/components/records/details/citation-fields";
import { useCitation } from "@/components/records/details/citation";
import type { DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { countSourced, needsSource, sourceAdditions } from "./bulk-fixes";
import { StatedProblem } from "./stated-problem";
import { problemCount } from "./use-snoozing";
import type { useFix } from "./use-fix";

interface Props {
  problems: readonly DataProblem[];
  fixing: ReturnType<typeof useFix>;
  onDone(): void;
  onDismiss(): void;
}

/** Adds one source to all records that need one, for each of the fields without one, as one change. */
export function MissingSourcesDialog({ problems, fixing, onDone, onDismiss }: Props) {
  const chosen = problems.filter(needsSource);
  const citation = useCitation();
  const [only] = chosen;
  const records = countSourced(chosen);
  const counted = records === 1 ? "1 record" : `${records} records`;

  async function save() {
    const typed = citation.check(true);
    if (!typed) return;
    const text = `Added a source to ${counted}.`;
    await fixing.applyAll(chosen, sourceAdditions(chosen, typed), text, onDone);
  }

  return (
    <FormDialog
      write={fixing}
      title="Add a source"
      action={`Add to ${counted}`}
      doing="Saving…"
      onSubmit={() => void save()}
      problem={fixing.error && <ChangeErrors error={fixing.error} nameOf={(index) => `Record ${index + 1}`} />}
      onDismiss={onDismiss}
    >
      {only && chosen.length === 1 ? (
        <StatedProblem problem={only} />
      ) : (
        <p>
          For {counted} with {problemCount(chosen)}.
        </p>
      )}
      <CitationFields {...citation.fields} hasNote />
    </FormDialog>
  );
}
