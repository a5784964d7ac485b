import { useState } from "react";
import { FieldControl } from "@/components/records/form/form-fields";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { toData, toValues } from "@/components/records/form/record-shape";
import type { FormValues } from "@/lib/records/view.browser";
import { useRecordShape } from "@/components/records/shapes";
import { useRecordForm, useValues } from "@/components/records/form/record-form";
import { Field, SelectField } from "@/components/ui/field";
import { formatRecordCount } from "@/components/records/record-name";
import { FormDialog } from "@/components/form/form-dialog";
import { useApiWrite } from "@/components/form/use-write";
import { ChangeErrors, useChanges } from "@/components/records/changes/use-changes";
import { cellChanges, type UnsavedCell } from "@/components/editing/cells/use-cell-edits";
import { editedValue, EditPreview, isSound, planEdits, typedDays, type FieldEdit } from "./edit-preview";

interface Props {
  path: ResourcePath;
  records: readonly { id: string }[];
  nameOf(id: string): string;
  onDone(): void;
  onDismiss(): void;
}

/** Sets one field of many records, or moves their dates, as one change. Shows old and new values before it saves. */
export function EditManyDialog({ path, records, nameOf, onDone, onDismiss }: Props) {
  const shape = useRecordShape(path);
  const [fieldName, setFieldName] = useState(shape.fields[0]?.name ?? "");
  const [isMoving, setIsMoving] = useState(false);
  const [days, setDays] = useState("+14");
  const [daysProblem, setDaysProblem] = useState<string>();
  const field = shape.fields.find(({ name }) => name === fieldName);
  const isMove = isMoving && field?.kind === "date";
  const form = useRecordForm(shape, toValues(shape, {}));
  const typed = useValues(form);
  const filled = Object.entries(typed).filter(([, value]) => value !== "");
  const values = { ...inCommon(records), ...Object.fromEntries(filled) };
  const { write: tryEdits, ...trying } = useApiWrite();
  const { make, ...saving } = useChanges();
  /** What was tried, and for which edit of which field: it holds for that only. */
  const [tried, setTried] = useState<{ subject: string; edits: readonly UnsavedCell[] } | null>(null);
  const plan = tried?.subject === JSON.stringify([fieldName, editOf(typed)]) ? tried.edits : null;
  const going = plan?.filter(isSound) ?? [];
  const error = saving.error ?? trying.error;

  /** Null while the days are no number. */
  function editOf(current: FormValues): FieldEdit | null {
    if (!isMove) return { kind: "set", value: toData(shape, current)[fieldName] };
    const moved = typedDays(days);
    return moved === null ? null : { kind: "move", days: moved };
  }

  async function preview() {
    // Read before the check: what is typed during it needs a preview of its own.
    const edit = editOf(form.getValues());
    if (isMove) setDaysProblem(edit ? undefined : "Enter a number of days, such as +14 or -7.");
    if (!edit || (!isMove && !(await form.trigger(fieldName, { shouldFocus: true })))) return;
    const edits = records.map((record) => {
      const before: unknown = Reflect.get(record, fieldName);
      return { id: record.id, field: fieldName, before, after: editedValue(before, edit) };
    });
    const planned = await tryEdits((signal) => planEdits(shape, edits, signal));
    if (planned) setTried({ subject: JSON.stringify([fieldName, edit]), edits: planned });
  }

  async function save() {
    const changes = cellChanges(path, going);
    if (await make(changes, `${formatRecordCount(changes.length, path)} changed.`)) onDone();
  }

  return (
    <FormDialog
      title={`Edit ${formatRecordCount(records.length, path)}`}
      write={saving.isBusy ? saving : trying}
      action={plan ? `Change ${formatRecordCount(going.length, path)}` : "Preview changes"}
      doing={saving.isBusy ? "Saving…" : "Checking…"}
      isDisabled={plan !== null && going.length === 0}
      problem={error && <ChangeErrors error={error} nameOf={(index) => nameOf(going[index]?.id ?? "")} />}
      onSubmit={() => void (plan ? save() : preview())}
      onDismiss={onDismiss}
    >
      <SelectField
        label="Field"
        value={fieldName}
        onChange={(event) => setFieldName(event.target.value)}
        options={shape.fields.map(({ name, label }) => [name, label])}
      />
      {field?.kind === "date" && (
        <SelectField
          label="Change"
          value={isMoving ? "move" : "set"}
          onChange={(event) => setIsMoving(event.target.value === "move")}
          options={[
            ["set", "Set to a date"],
            ["move", "Move by a number of days"],
          ]}
        />
      )}
      {isMove && (
        <Field
          label="Days"
          hint="Such as +14 or -7"
          value={days}
          problem={daysProblem}
          autoComplete="off"
          onChange={(event) => setDays(event.target.value)}
        />
      )}
      {field && !isMove && (
        <FieldControl key={fieldName} field={{ ...field, label: "New value" }} form={form} values={values} />
      )}
      {field && plan && <EditPreview field={field} edits={plan} nameOf={nameOf} />}
    </FormDialog>
  );
}

/** The values that all records share: a picker needs the production to offer its roles. */
function inCommon([first, ...others]: readonly { id: string }[]): FormValues {
  const alike = Object.entries(first ?? {}).filter(([name, value]) =>
    others.every((other) => Reflect.get(other, name) === value),
  );
  return Object.fromEntries(alike.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}
