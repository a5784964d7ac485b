import { formatDay } from "@/lib/core/date-words.browser";
import { ChangeErrors, useChanges } from "@/components/records/changes/use-changes";
import { DialogForm, FormDialog } from "@/components/form/form-dialog";
import { FieldControl } from "@/components/records/form/form-fields";
import { isPath, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { toData, toValues, type FormRecord, type RecordField } from "@/components/records/form/record-shape";
import { useRecordShape } from "@/components/records/shapes";
import { useRecordForm, useValues } from "@/components/records/form/record-form";
import { CitationFields, useCitation } from "@/components/records/details/citation";
import { Dialog } from "@/components/ui/dialog";
import { QueryState } from "@/components/ui/query-state";
import { useApi, type CachedResponse } from "@/lib/http/client/hooks.browser";
import type { DataDecision, DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { counted } from "@/lib/editing/data-quality/terms.browser";
import { countSourced, sourceAdditions } from "./remedies";
import { StatedProblem } from "./snoozing";

type FieldsDecision = Extract<DataDecision, { kind: "fields" }>;

interface DialogProps {
  onDone(): void;
  onDismiss(): void;
}

interface Props extends DialogProps {
  problem: DataProblem;
  decision: FieldsDecision;
}

/** Asks for values that no rule can suggest, and saves them. */
export function FieldsDialog(props: Props) {
  const { problem, decision, onDismiss } = props;
  const { resource, record_id, label } = decision;
  const { data, error, refetch } = useApi<FormRecord>(`/${resource}/${encodeURIComponent(record_id)}`);
  return (
    <Dialog title={label.replace(/…$/, "")} onDismiss={onDismiss}>
      <StatedProblem problem={problem} />
      <QueryState query={{ data, error, refetch }} what="the record" lines={2} />
      {data && isPath(resource) && <FieldsForm {...props} path={resource} held={data} />}
    </Dialog>
  );
}

function FieldsForm({ path, held, ...props }: Props & { path: ResourcePath; held: CachedResponse<FormRecord> }) {
  const { problem, decision, onDone, onDismiss } = props;
  const { make, ...saving } = useChanges();
  const shape = useRecordShape(path);
  const form = useRecordForm(shape, { ...toValues(shape, held.body), ...decision.suggested });
  const values = useValues(form);
  const fields = shape.fields.filter(({ name }) => decision.fields.includes(name));
  const citation = useCitation();
  // The record of a decision is the problem's own or a related one.
  const { name } = [problem, ...problem.related].find((one) => one.record_id === decision.record_id) ?? problem;

  async function save() {
    const isSound = await form.trigger(
      fields.map(({ name }) => name),
      { shouldFocus: true },
    );
    const data = toData(shape, form.getValues());
    const wrong = fields.flatMap((field) => {
      const message = objection(decision, field, data[field.name]);
      return message === null ? [] : [{ name: field.name, message }];
    });
    for (const { name, message } of wrong) form.setError(name, { message });
    if (wrong[0]) form.setFocus(wrong[0].name);
    const typed = citation.check(false);
    if (!isSound || wrong.length > 0 || typed === undefined) return;
    const change = {
      action: "update" as const,
      resource: decision.resource,
      id: decision.record_id,
      ...(held.etag === null ? {} : { if_match: held.etag }),
      data: Object.fromEntries(fields.map(({ name }) => [name, data[name]])),
      ...(typed && { add_sources: decision.fields.map((field) => ({ field, ...typed })) }),
    };
    if (await make([change], `Saved ${name}.`, `${problem.resource}/${problem.record_id}`)) onDone();
  }

  return (
    <DialogForm
      write={saving}
      action="Save"
      doing="Saving…"
      problem={saving.error && <ChangeErrors error={saving.error} nameOf={() => name} />}
      onSubmit={() => void save()}
      onDismiss={onDismiss}
    >
      {fields.map((field) => (
        <FieldControl key={field.name} field={{ ...field, ...wording(decision, field) }} form={form} values={values} />
      ))}
      <fieldset className="min-w-0">
        <legend className="mb-2 font-semibold">Source (optional)</legend>
        <CitationFields {...citation.fields} />
      </fieldset>
    </DialogForm>
  );
}

/** The field is required here; only a theatre's current show may be empty. */
function wording({ suggested, reason }: FieldsDecision, { name, kind, isOptional, hint }: RecordField) {
  return {
    isOptional: (isOptional ?? false) && kind === "reference",
    hint: suggested?.[name] === undefined ? hint : (reason ?? "Open this URL to check that it works before you save"),
  };
}

/** Why a value would not fix the problem; null if it may. */
function objection({ earliest, latest }: FieldsDecision, { kind }: RecordField, value: unknown): string | null {
  if (kind === "reference") return null;
  if (value === null || value === "") return "Enter a value.";
  if (kind !== "date" || typeof value !== "string") return null;
  if (earliest !== undefined && value < earliest) return `Enter ${formatDay(earliest)} or a later day.`;
  if (latest !== undefined && value > latest) return `Enter ${formatDay(latest)} or an earlier day.`;
  return null;
}

/** Adds one source to all records that need one, for each of the fields without one, as one change. */
export function MissingSourcesDialog({
  problems,
  onDone,
  onDismiss,
}: DialogProps & { problems: readonly DataProblem[] }) {
  const citation = useCitation();
  const { make, ...saving } = useChanges();
  const [only] = problems;
  const records = counted(countSourced(problems), "record");

  async function save() {
    const typed = citation.check(true);
    if (!typed) return;
    if (await make(sourceAdditions(problems, typed), `Added a source to ${records}.`)) onDone();
  }

  return (
    <FormDialog
      write={saving}
      title="Add a source"
      action={`Add to ${records}`}
      doing="Saving…"
      onSubmit={() => void save()}
      problem={saving.error && <ChangeErrors error={saving.error} nameOf={(index) => `Record ${index + 1}`} />}
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
