"use client";

import { FormDialog } from "@/components/form/form-dialog";
import { ChangeErrors } from "@/components/records/changes/change-errors";
import { CitationFields } from "@/components/records/details/citation-fields";
import { useCitation } from "@/components/records/details/use-citation";
import type { DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { countSourced, needsSource, sourceAdditions } from "./bulk-fixes";
import { StatedProblem } from "./stated-problem";
import { problemCount } from "./use-snoozing";
import type { useFix } from "./use-fix";

interface Props {
  problems: readonly DataProblem[];
  remedy: ReturnType<typeof useFix>;
  onDone(): void;
  onDismiss(): void;
}

/** Adds one source to all records that need one, for each of the fields without one, as one change. */
export function MissingSourcesDialog({ problems, remedy, onDone, onDismiss }: Props) {
  const chosen = problems.filter(needsSource);
  const citation = useCitation();
  const [only] = chosen;
  const records = countSourced(chosen);
  const counted = records === 1 ? "1 record" : `${records} records`;

  async function save() {
    const typed = citation.check(true);
    if (!typed) return;
    const text = `Added a source to ${counted}.`;
    await remedy.applyAll(chosen, sourceAdditions(chosen, typed), text, onDone);
  }

  return (
    <FormDialog
      write={remedy}
      title="Add a source"
      action={`Add to ${counted}`}
      doing="Saving…"
      onSubmit={() => void save()}
      problem={remedy.error && <ChangeErrors error={remedy.error} nameOf={(index) => `Record ${index + 1}`} />}
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
