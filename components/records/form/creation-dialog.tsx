import type { ReactNode } from "react";
import { DialogForm } from "@/components/form/form-dialog";
import { useRecordShape } from "@/components/records/shapes";
import { Dialog } from "@/components/ui/dialog";
import type { FormValues } from "@/lib/records/view.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { FormError, showRecordIssues, useRecordForm, useValues, type RecordForm } from "./record-form";
import { useCreateRecord } from "./record-mutations";
import { toValues, type RecordShape } from "./record-shape";

interface Props {
  path: ResourcePath;
  initial: FormValues;
  /** @param id the created or chosen record; null when the dialog was dismissed. */
  onDone(id: string | null): void;
  /** Draws the fields. */
  children(shape: RecordShape, form: RecordForm, values: FormValues): ReactNode;
}

/** Creates a record that a form refers to. */
export function CreationDialog({ path, initial, onDone, children }: Props) {
  const shape = useRecordShape(path);
  const form = useRecordForm(shape, toValues(shape, initial));
  const values = { ...initial, ...useValues(form) };
  const { create, ...write } = useCreateRecord(path);

  async function save(data: Record<string, unknown>) {
    const created = await create(data, (error) => showRecordIssues(form, shape, error));
    if (created) onDone(created.record.id);
  }

  return (
    <Dialog title={`New ${resourceViews[path].singular}`}>
      <DialogForm
        write={write}
        action="Create"
        doing="Creating…"
        problem={<FormError form={form} />}
        onSubmit={() => void form.handleSubmit(save)()}
        onDismiss={() => onDone(null)}
      >
        {children(shape, form, values)}
      </DialogForm>
    </Dialog>
  );
}
