"use client";

import { useState } from "react";
import { today } from "@/components/calendar";
import { ChangeErrors } from "@/components/changes/change-errors";
import { SlowNotice } from "@/components/changes/slow-notice";
import { DayControl } from "@/components/record-form/day-control";
import { isDay, typedDay } from "@/components/record-form/typed-day";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { Field, SelectField, TextField } from "@/components/ui/field";
import type { DataProblem } from "@/lib/data-quality/schema";
import { countSourced, needsSource, sourceAdditions } from "./bulk-fixes";
import { problemCount } from "./use-snoozing";
import type { useRemedy } from "./use-remedy";

interface Props {
  problems: readonly DataProblem[];
  remedy: ReturnType<typeof useRemedy>;
  onDone(): void;
  onDismiss(): void;
}

/** As the API has them; its schema would add zod to the page. */
const kinds = {
  official: "Official",
  press: "Press",
  programme: "Programme",
  reference: "Reference work",
  visit: "Visit",
  submission: "Submission",
} as const;

/** Adds one source to all records that need one, for each of the fields without one, as one change. */
export function NewSourceDialog({ problems, remedy, onDone, onDismiss }: Props) {
  const chosen = problems.filter(needsSource);
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const [kind, setKind] = useState<string>("official");
  const [readOn, setReadOn] = useState(today());
  const [note, setNote] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const [only] = chosen;
  const records = countSourced(chosen);
  const counted = records === 1 ? "1 record" : `${records} records`;
  const day = typedDay(readOn, today());
  const wrong = {
    name: name.trim() === "" ? "Enter what was read." : undefined,
    url: url.trim() === "" || /^https?:\/\/\S+$/i.test(url.trim()) ? undefined : "Enter an http or https URL.",
    day: day === "" || isDay(day) ? undefined : "Enter a date, such as 3 Sep 2026.",
  };

  async function save() {
    setIsChecked(true);
    if (Object.values(wrong).some((problem) => problem !== undefined)) return;
    const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
    const source = { name, url: orNull(url), kind, read_on: orNull(day), note: orNull(note) };
    const text = `Added a source to ${counted}.`;
    await remedy.carryOutAll(chosen, sourceAdditions(chosen, source), text, onDone);
  }

  const shown = (problem: string | undefined) => (isChecked ? problem : undefined);
  return (
    <Dialog title="Add a source" onDismiss={onDismiss}>
      {only && chosen.length === 1 ? (
        <p>
          <strong>
            <bdi>{only.name}</bdi>
          </strong>
          : {only.message}
        </p>
      ) : (
        <p>
          For {counted} with {problemCount(chosen)}.
        </p>
      )}
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field
          label="What was read"
          hint="The title of a page or a programme, or who was asked"
          maxLength={200}
          autoComplete="off"
          value={name}
          problem={shown(wrong.name)}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label="URL (optional)"
          autoComplete="off"
          maxLength={2048}
          value={url}
          problem={shown(wrong.url)}
          onChange={(event) => setUrl(event.target.value)}
        />
        <SelectField label="Kind" value={kind} onChange={(event) => setKind(event.target.value)}>
          {Object.entries(kinds).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <DayControl
          label="Read on"
          name="read_on"
          value={readOn}
          problem={shown(wrong.day)}
          onChange={setReadOn}
          onBlur={() => undefined}
        />
        <TextField
          label="Note (optional)"
          rows={2}
          maxLength={2000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {remedy.error && <ChangeErrors error={remedy.error} nameOf={(index) => `Record ${index + 1}`} />}
        <DialogActions
          action={remedy.isBusy ? "Saving…" : `Add to ${counted}`}
          isDisabled={remedy.isBusy}
          onDismiss={onDismiss}
        >
          <SlowNotice isSlow={remedy.isSlow} stop={remedy.stop} />
        </DialogActions>
      </form>
    </Dialog>
  );
}
