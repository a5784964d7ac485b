import { useRef, useState } from "react";
import { FormDialog } from "@/components/form/form-dialog";
import { daysAfter, today, withDaysInWords } from "@/components/ui/calendar";
import { DayControl } from "@/components/form/day-control";
import { isDay, typedDay } from "@/components/form/typed-day";
import { ErrorNotice } from "@/components/ui/error-notice";
import { SelectField, TextField } from "@/components/ui/field";
import type { DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { counted } from "@/lib/editing/data-quality/terms.browser";
import { ChangeErrors } from "@/components/records/changes/use-changes";
import { CitationFields, useCitation } from "@/components/records/details/citation";
import { countSourced, sourceAdditions, type Fixing, type Snoozing } from "./remedies";

interface Props {
  problems: readonly DataProblem[];
  onDone(): void;
  onDismiss(): void;
}

const lengths = {
  "7": "For 7 days",
  "30": "For 30 days",
  day: "Until a day",
  facts: "Until the record changes",
} as const;
const maxReasonCharacters = 500;

export function SnoozeDialog({ problems, snoozing, onDone, onDismiss }: Props & { snoozing: Snoozing }) {
  const [reason, setReason] = useState("");
  const [length, setLength] = useState<string>("7");
  const [day, setDay] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const [only] = problems;
  const until =
    length === "facts" ? null : length === "day" ? typedDay(day, today()) : daysAfter(today(), Number(length));
  const reasonProblem = reason.trim() === "" ? "Enter a reason." : undefined;
  const dayProblem = until !== null && !(isDay(until) && until > today()) ? "Enter a day in the future." : undefined;

  async function save() {
    setIsChecked(true);
    if (reasonProblem !== undefined) reasonField.current?.focus();
    if (reasonProblem !== undefined || dayProblem !== undefined) return;
    if (await snoozing.snooze(problems, until, reason)) onDone();
  }

  return (
    <FormDialog
      write={snoozing}
      title={problems.length === 1 ? "Snooze" : `Snooze ${counted(problems.length, "problem")}`}
      action="Snooze"
      doing="Saving…"
      onSubmit={() => void save()}
      problem={
        snoozing.error && (
          <ErrorNotice
            title="The problems can’t be snoozed"
            text={snoozing.error.message}
            requestId={snoozing.error.response?.requestId}
          />
        )
      }
      onDismiss={onDismiss}
    >
      {only && problems.length === 1 && <StatedProblem problem={only} />}
      <TextField
        ref={reasonField}
        label="Reason"
        rows={2}
        maxLength={maxReasonCharacters}
        value={reason}
        problem={isChecked ? reasonProblem : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      <SelectField
        label="How long"
        value={length}
        hint="It comes back sooner if the record changes."
        onChange={(event) => setLength(event.target.value)}
        options={Object.entries(lengths)}
      />
      {length === "day" && (
        <DayControl
          label="Comes back on"
          name="until"
          value={day}
          problem={isChecked ? dayProblem : undefined}
          onChange={setDay}
        />
      )}
    </FormDialog>
  );
}

/** Adds one source to all records that need one, for each of the fields without one, as one change. */
export function MissingSourcesDialog({ problems, fixing, onDone, onDismiss }: Props & { fixing: Fixing }) {
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

export function StatedProblem({ problem: { name, message } }: { problem: DataProblem }) {
  return (
    <p>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      : {withDaysInWords(message)}
    </p>
  );
}
