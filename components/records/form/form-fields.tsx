import { Fragment } from "react";
import { FieldMark } from "@/components/records/details/sources-context";
import { FieldControl } from "./field-control";
import type { RecordShape } from "./record-shape";
import type { FormValues } from "@/lib/records/view.browser";
import type { RecordForm } from "./use-record-form";
import { late } from "@/components/ui/late";

const SimilarRecords = late(() => import("./similar-records"), "SimilarRecords");

const OtherRuns = late(() => import("./other-runs"), "OtherRuns");

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
            <FieldMark
              path={shape.path}
              id={id}
              part={shape.part}
              field={field.name}
              label={field.label}
              isEmpty={/^(|\[\]|\{\})$/.test(values[field.name] ?? "")}
            />
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
