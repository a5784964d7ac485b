import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useCurrentStaff } from "@/components/accounts/current-staff";
import { draftKey, hasDraft, storeDraft, type DraftBase, type FormDraft } from "./drafts";
import { readDraft } from "./read-draft";
import { toValues, type RecordShape } from "./record-shape";
import type { FormValues } from "@/lib/records/view.browser";
import { useRecordForm, useValues } from "./use-record-form";

/** The initial values of a new record: all are texts. */
function toGiven(record: DraftBase["record"]): FormValues {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value)]));
}

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
 * @param held the current record; for a new one, its initial values.
 * @param proposal filled in once, and not stored: what a reader wrote is no draft.
 */
export function useDraftForm(shape: RecordShape, id: string | null, held: DraftBase, proposal: Proposal | null = null) {
  const account = useCurrentStaff().id;
  const [key] = useState(() =>
    draftKey(
      account,
      shape.part ? `${shape.path}/${shape.part}` : shape.path,
      id,
      id === null ? toGiven(held.record) : {},
    ),
  );
  const [draft] = useState(() => readDraft(key, shape));
  const [restoredAt, setRestoredAt] = useState(draft?.savedAt ?? null);
  const [isDropped, setIsDropped] = useState(() => draft === null && hasDraft(key));
  /** Whether there are edits of one's own, which are stored. */
  const [isEdited, setIsEdited] = useState(draft !== null);
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
        const own = { ...values };
        const { current } = filled;
        if (current && own[current.field] === current.text) own[current.field] = current.before;
        const isSame = shape.fields.every(({ name }) => (own[name] ?? "") === before[name]);
        setIsEdited(!isSame);
        const draft = { values: own, base: base.current, savedAt: new Date().toISOString() };
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
  const adopt = useCallback(
    (next: DraftBase) => {
      base.current = next;
      storeDraft(key, null);
      setRestoredAt(null);
      setIsEdited(false);
      form.reset(toValues(shape, next.record));
    },
    [form, key, shape],
  );

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
    isEdited,
    isSubmitting,
    base,
    adopt,
    restoredAt,
    isDropped,
    dismiss: () => {
      setRestoredAt(null);
      setIsDropped(false);
    },
    discard: () => adopt(held),
  };
}
