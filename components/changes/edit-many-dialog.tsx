"use client";

import { useState } from "react";
import { FieldControl } from "@/components/record-form/field-control";
import type { ResourcePath } from "@/lib/resources/nouns";
import { toData, toValues } from "@/components/record-form/record-shape";
import type { FormValues } from "@/lib/resource/view";
import { useRecordShape } from "@/components/resource/shapes";
import { useRecordForm, useValues } from "@/components/record-form/use-record-form";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { SelectField } from "@/components/ui/field";
import type { RequestedChange } from "@/lib/changes/schema";
import { formatRecordCount } from "@/components/resource/referrers";
import { ChangeErrors } from "./change-errors";
import { SlowNotice } from "./slow-notice";
import { useChanges } from "./use-changes";

interface Props {
  path: ResourcePath;
  records: readonly { id: string }[];
  nameOf(id: string): string;
  onDone(): void;
  onDismiss(): void;
}

/** Sets one field of many records to the same value, as one change. */
export function EditManyDialog({ path, records, nameOf, onDone, onDismiss }: Props) {
  const shape = useRecordShape(path);
  const [fieldName, setFieldName] = useState(shape.fields[0]?.name ?? "");
  const field = shape.fields.find(({ name }) => name === fieldName);
  const form = useRecordForm(shape, toValues(shape, {}));
  const values = { ...inCommon(records), ...filled(useValues(form)) };
  const { make, isBusy, isSlow, stop, error } = useChanges();

  async function save() {
    if (!(await form.trigger(fieldName, { shouldFocus: true }))) return;
    const data = { [fieldName]: toData(shape, form.getValues())[fieldName] };
    const changes = records.map(({ id }): RequestedChange => ({ action: "update", resource: path, id, data }));
    if (await make(changes, `${formatRecordCount(records.length, path)} changed.`)) onDone();
  }

  return (
    <Dialog title={`Edit ${formatRecordCount(records.length, path)}`} onDismiss={onDismiss}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <SelectField label="Field" value={fieldName} onChange={(event) => setFieldName(event.target.value)}>
          {shape.fields.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
        {field && <FieldControl key={fieldName} field={{ ...field, label: "New value" }} form={form} values={values} />}
        {error && <ChangeErrors error={error} nameOf={(index) => nameOf(records[index]?.id ?? "")} />}
        <DialogActions
          action={isBusy ? "Saving…" : `Change ${formatRecordCount(records.length, path)}`}
          isDisabled={isBusy}
          onDismiss={onDismiss}
        >
          <SlowNotice isSlow={isSlow} stop={stop} />
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The values that all records share: a picker needs the production to offer its roles. */
function inCommon([first, ...others]: readonly { id: string }[]): FormValues {
  const alike = Object.entries(first ?? {}).filter(([name, value]) =>
    others.every((other) => Reflect.get(other, name) === value),
  );
  return Object.fromEntries(alike.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}

function filled(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}
