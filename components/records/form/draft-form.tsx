import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import type { useApiWrite } from "@/components/form/use-write";
import { Button } from "@/components/ui/button";
import { useSaveKey } from "@/components/ui/page-keys";
import { SlowNotice } from "@/components/ui/dialog-actions";
import { lazy } from "@/lib/core/memoize.browser";
import { hasDraft, readDraft, storeDraft, type DraftBase, type FormDraft } from "./drafts";
import { FormFields } from "./form-fields";
import { FormError, useRecordForm, useValues } from "./record-form";
import { toValues, type RecordShape } from "./record-shape";

/** A reader's suggestion of a field's value. */
export interface Proposal {
  /** Of the suggestion. */
  id: string;
  field: string;
  /** The text of the field's control with what the reader wrote; null where it can't be taken. @param now its text. */
  take(now: string): string | null;
}

/**
 * A form that stores unsaved values as they are typed, and restores them on the next visit.
 *
 * @param key where they are stored.
 * @param held the current record; for a new one, its initial values.
 * @param proposal filled in once, and not stored: what a reader wrote is no draft.
 */
export function useDraftForm(shape: RecordShape, key: string, held: DraftBase, proposal: Proposal | null = null) {
  const [draft] = useState(() => readDraft(key, shape));
  /** When the restored draft was stored; null for one that could not be read. */
  const [notice, setNotice] = useState<{ savedAt: string | null } | null>(
    () => draft ?? (hasDraft(key) ? { savedAt: null } : null),
  );
  const filled = useRef<{ id: string; field: string; before: string; text: string } | null>(null);
  /** The version on which the edits are based; saving requires that it is still current. */
  const base = useRef(draft?.base ?? held);
  const form = useRecordForm(shape, toValues(shape, (draft?.base ?? held).record));
  const { isDirty, isSubmitting } = form.formState;

  // Layout effects run before anyone can type; later effects would miss early input.
  useLayoutEffect(() => {
    if (draft) form.reset({ ...toValues(shape, draft.base.record), ...draft.values }, { keepDefaultValues: true });
    else storeDraft(key, null);
  }, [draft, form, key, shape]);

  useLayoutEffect(() => {
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const before = toValues(shape, base.current.record);
        const typed = { ...values };
        const { current } = filled;
        if (current && typed[current.field] === current.text) typed[current.field] = current.before;
        const isSame = shape.fields.every(({ name }) => (typed[name] ?? "") === before[name]);
        const draft = { values: typed, base: base.current, savedAt: new Date().toISOString() };
        storeDraft<FormDraft>(key, isSame ? null : draft);
      },
    });
  }, [form, key, shape]);

  useLayoutEffect(() => {
    if (!proposal || filled.current?.id === proposal.id) return;
    const { id, field } = proposal;
    const before = form.getValues(field) ?? "";
    const text = proposal.take(before) ?? before;
    filled.current = { id, field, before, text };
    form.reset({ ...form.getValues(), [field]: text }, { keepDefaultValues: true });
  }, [proposal, form]);

  /** Rebases the form on this version: after a save, or before any edit. */
  function adopt(next: DraftBase) {
    base.current = next;
    storeDraft(key, null);
    setNotice(null);
    form.reset(toValues(shape, next.record));
  }

  // Show other people's changes at once when the form has no edits. What is filled in during this turn is not dirty yet.
  useEffect(() => {
    if (isDirty || filled.current || held.etag === base.current.etag || hasDraft(key)) return;
    base.current = held;
    form.reset(toValues(shape, held.record));
  }, [held, isDirty, form, key, shape]);

  return {
    form,
    values: useValues(form),
    isDirty,
    isStored: hasDraft(key),
    isSubmitting,
    base,
    adopt,
    notice,
    dismiss: () => setNotice(null),
    discard: () => adopt(held),
  };
}

interface Props {
  shape: RecordShape;
  id: string | null;
  draft: ReturnType<typeof useDraftForm>;
  save(data: Record<string, unknown>): Promise<void>;
  writing: Pick<ReturnType<typeof useApiWrite>, "isBusy" | "isSlow" | "stop">;
  /** Between the fields and the save button. */
  extra?: ReactNode;
  /** Actions beside the save button. */
  children?: ReactNode;
}

const restored = lazy(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" }));

/** A record's form with its buttons and the notice of a restored draft. */
export function SaveForm({ shape, id, draft, save, writing, extra, children }: Props) {
  const { isSlow, stop } = writing;
  const { form, values, isDirty, isStored, notice, dismiss, discard } = draft;
  // The first save loads code before it writes.
  const isBusy = writing.isBusy || draft.isSubmitting;
  const element = useRef<HTMLFormElement>(null);
  useSaveKey(element, () => {
    // A saved record without edits has nothing to save; a new one is checked, and says what is missing.
    const isNeeded = isDirty || id === null;
    if (isNeeded) element.current?.requestSubmit();
    return isNeeded;
  });
  return (
    <form
      ref={element}
      data-saves
      data-unsaved={isDirty || Object.keys(form.formState.errors).length > 0 || undefined}
      noValidate
      onSubmit={(event) => void form.handleSubmit(save)(event)}
    >
      {notice && (
        <div
          role="status"
          className="mb-6 flex flex-wrap items-center gap-3 rounded border border-edge bg-raised p-3 text-sm"
        >
          <span className="grow">
            {notice.savedAt === null
              ? "Your unsaved draft couldn’t be read, so it was dropped."
              : `Restored your unsaved draft from ${restored().format(new Date(notice.savedAt))}.`}
          </span>
          {notice.savedAt !== null && <Button onClick={discard}>Discard draft</Button>}
          <Button look="plain" onClick={dismiss}>
            Dismiss
          </Button>
        </div>
      )}
      <div className="min-w-0 max-w-[880px]">
        <FormFields shape={shape} id={id} form={form} values={values} />
        {extra}
        <div
          className={`mt-6 flex flex-wrap items-center gap-3 py-2 ${isDirty || isBusy ? "sticky bottom-0 z-10 bg-paper" : ""}`}
        >
          <FormError form={form} />
          <Button type="submit" look="primary" aria-disabled={isBusy} aria-keyshortcuts="Control+S Meta+S">
            {isBusy ? "Saving…" : shape.part ? `Save ${shape.part}` : "Save"}
          </Button>
          {children}
          <span role="status" className="text-sm text-muted">
            {isDirty && !isSlow && `Unsaved changes${isStored ? ", kept as a draft in this browser" : ""}.`}
          </span>
          <SlowNotice isSlow={isSlow} stop={stop} />
        </div>
      </div>
    </form>
  );
}
