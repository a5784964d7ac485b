"use client";

import { useCallback, useState, type ReactNode } from "react";
import { SlowNotice } from "@/components/changes/slow-notice";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { CreationContext, type CreateRecord } from "./creation-context";
import { FormFields } from "./form-fields";
import { FormError } from "./form-error";
import { nouns, type ResourcePath } from "@/lib/resources/nouns";
import { useCreateRecord } from "./record-mutations";
import { toValues } from "./record-shape";
import type { FormValues } from "@/lib/resource/view";
import { useRecordShape } from "@/components/resource/shapes";
import { showRecordIssues, useRecordForm, useValues } from "./use-record-form";

interface Wanted {
  path: ResourcePath;
  given: FormValues;
  use: (id: string) => void;
}

/** Lets forms create missing records in a dialog. Such a form can open another one; the innermost is on top. */
export function CreationProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState<readonly Wanted[]>([]);
  const create = useCallback<CreateRecord>(
    (path, given, use) => setWanted((all) => [...all, { path, given, use }]),
    [],
  );
  const done = () => setWanted((all) => all.slice(0, -1));
  return (
    <CreationContext value={create}>
      {children}
      {wanted.map((one, index) => (
        <CreationDialog
          key={index}
          {...one}
          onDone={(id) => {
            done();
            if (id !== null) one.use(id);
          }}
        />
      ))}
    </CreationContext>
  );
}

function CreationDialog({ path, given, onDone }: Wanted & { onDone: (id: string | null) => void }) {
  const shape = useRecordShape(path);
  const form = useRecordForm(shape, toValues(shape, given));
  const values = { ...given, ...useValues(form) };
  const { mutate, isBusy, isSlow, stop } = useCreateRecord(path);

  async function save(data: Record<string, unknown>) {
    const created = await mutate(data, (error) => showRecordIssues(form, shape, error));
    if (created) onDone(created.record.id);
  }

  return (
    <Dialog title={`New ${nouns[path].singular}`}>
      <form
        noValidate
        className="grid gap-6"
        onSubmit={(event) => {
          // React events bubble through portals, to the form that opened this dialog.
          event.stopPropagation();
          void form.handleSubmit(save)(event);
        }}
      >
        <FormFields shape={shape} id={null} form={form} values={values} onUse={onDone} />
        <FormError form={form} />
        <DialogActions action={isBusy ? "Creating…" : "Create"} isDisabled={isBusy} onDismiss={() => onDone(null)}>
          <SlowNotice isSlow={isSlow} stop={stop} />
        </DialogActions>
      </form>
    </Dialog>
  );
}
