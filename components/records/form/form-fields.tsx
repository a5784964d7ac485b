import { Fragment } from "react";
import { useController } from "react-hook-form";
import { DayControl, PartialDateField } from "@/components/form/day-control";
import { DialogForm } from "@/components/form/form-dialog";
import { FieldMark } from "@/components/records/details/sources";
import { ShapesProvider, useRecordShape, useShapes } from "@/components/records/shapes";
import { Dialog } from "@/components/ui/dialog";
import { Field, SelectField, TextField, type LabelledProps } from "@/components/ui/field";
import { late } from "@/components/ui/late";
import { openDialog } from "@/components/ui/page-dialogs";
import { isPartialDate } from "@/lib/core/partial-dates.browser";
import type { FormValues } from "@/lib/records/view.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import type { CreateRecord } from "./picker";
import { FormError, showRecordIssues, useCreateRecord, useRecordForm, useValues, type RecordForm } from "./record-form";
import { plainProblem, toValues, type RecordShape, type RecordField } from "./record-shape";

const SimilarRecords = late(() => import("./other-records"), "SimilarRecords");
const OtherRuns = late(() => import("./other-records"), "OtherRuns");

/** What decides whether productions overlap. */
const datesOfRun = ["theatre_id", "opening_date", "closing_date"];

interface Props {
  shape: RecordShape;
  /** The record's id; null for a new one. */
  id: string | null;
  form: RecordForm;
  values: FormValues;
  /** Takes an existing record in place of a new one. */
  onUse?: (id: string) => void;
}

export function FormFields({ shape, id, form, values, onUse }: Props) {
  const { dirtyFields } = form.formState;
  const isNameChanged = dirtyFields["name"];
  const isRunChanged = shape.path === "productions" && datesOfRun.some((name) => dirtyFields[name]);
  return (
    <div className="grid min-w-0 content-start gap-4">
      {shape.fields.map((field) => (
        <Fragment key={field.name}>
          <div className="relative min-w-0">
            <FieldControl field={field} form={form} values={values} />
            <FieldMark part={shape.part} field={field} />
          </div>
          {field.name === "name" && (isNameChanged || onUse) && (
            <SimilarRecords path={shape.path} id={id} name={values["name"] ?? ""} onUse={onUse} />
          )}
          {field.name === "closing_date" && isRunChanged && <OtherRuns id={id} values={values} />}
        </Fragment>
      ))}
    </div>
  );
}

/** Creates a record in a dialog, whose form can open another one. */
function useCreationDialog(): CreateRecord {
  const shapes = useShapes();
  return (path, initial, use) =>
    void openDialog<string>((end) => (
      <ShapesProvider shapes={shapes}>
        <CreationDialog path={path} initial={initial} onEnd={end} />
      </ShapesProvider>
    )).then((id) => id !== null && use(id));
}

interface CreationProps {
  path: ResourcePath;
  initial: FormValues;
  /** @param id the created or chosen record; null when the dialog was dismissed. */
  onEnd(id: string | null): void;
}

function CreationDialog({ path, initial, onEnd }: CreationProps) {
  const shape = useRecordShape(path);
  const form = useRecordForm(shape, toValues(shape, initial));
  const values = { ...initial, ...useValues(form) };
  const { create, ...write } = useCreateRecord(path);

  async function save(data: Record<string, unknown>) {
    const created = await create(data, (error) => showRecordIssues(form, shape, error));
    if (created) onEnd(created.body.id);
  }

  return (
    <Dialog title={`New ${resourceViews[path].singular}`}>
      <DialogForm
        write={write}
        action="Create"
        doing="Creating…"
        problem={<FormError form={form} />}
        onSubmit={() => void form.handleSubmit(save)()}
        onDismiss={() => onEnd(null)}
      >
        <FormFields shape={shape} id={null} form={form} values={values} onUse={onEnd} />
      </DialogForm>
    </Dialog>
  );
}

/** Stands in the place of a control whose code only some forms need, and can't be used. */
function toCome({ label, hint, problem }: LabelledProps) {
  return <Field label={label} hint={hint} problem={problem} disabled />;
}

const Picker = late(() => import("./picker"), "Picker", toCome);
const ListControl = late(() => import("@/components/records/details/list-control"), "ListControl");
const WeekControl = late(() => import("@/components/records/schedule/week-control"), "WeekControl");
const IdsControl = late(() => import("@/components/records/details/ids-control"), "IdsControl");

interface ControlProps {
  field: RecordField;
  form: RecordForm;
  values: FormValues;
}

/** The share of a length limit from which the remaining characters are shown. */
const near = 0.8;

export function FieldControl({ field, form, values }: ControlProps) {
  if (field.kind === "ids") return <IdsControl field={field} form={form} />;
  if (field.kind !== "list") return <TextControl field={field} form={form} values={values} />;
  return field.isWeek ? <WeekControl field={field} form={form} /> : <ListControl field={field} form={form} />;
}

interface TextControlProps extends ControlProps {
  field: Exclude<RecordField, { kind: "list" | "ids" }>;
}

/** The control of a value that is a text as it is typed. */
function TextControl({ field, form, values }: TextControlProps) {
  const create = useCreationDialog();
  const { name } = field;
  const { field: input } = useController({ control: form.control, name });
  const message = form.formState.errors[name]?.message;
  const text = values[name] ?? "";
  const control = {
    ...input,
    value: input.value ?? "",
    label: field.isOptional ? `${field.label} (optional)` : field.label,
    hint: [field.hint, room(text, field.maxLength)].filter(Boolean).join(". ") || undefined,
    problem: message === undefined ? undefined : plainProblem(field, text, message),
  };
  switch (field.kind) {
    case "line":
    case "url":
      return <Field {...control} dir="auto" autoComplete="off" />;
    case "number":
      return <Field {...control} inputMode="decimal" autoComplete="off" />;
    case "text":
      return <TextField {...control} dir="auto" rows={5} />;
    case "choice":
      return <SelectField {...control} none="Choose…" options={field.options.map(inWords)} />;
    case "date":
      return <DayControl {...control} />;
    case "partialDate":
      return (
        <PartialDateField
          {...control}
          date={control.value === "" ? null : isPartialDate(control.value) ? control.value : ""}
          // The schema refuses what is not understood.
          onChange={(date) => input.onChange(date === "" ? "?" : (date ?? ""))}
        />
      );
    case "reference":
      return (
        <Picker
          {...control}
          path={field.to}
          isFitting={(record) => field.isFitting?.(record, values) ?? true}
          initial={field.initialValues?.(values)}
          create={create}
        />
      );
  }
}

/** A text about the remaining characters, once the limit is near. */
function room(value: string, maxLength: number | undefined): string | null {
  const length = [...value].length;
  if (maxLength === undefined || length < maxLength * near) return null;
  return length <= maxLength
    ? `${maxLength - length} of ${maxLength} characters left`
    : `${length - maxLength} characters too many`;
}

/** `set-designer` is shown as `set designer`. */
function inWords(option: string): [value: string, label: string] {
  return [option, option.replaceAll("-", " ")];
}
