"use client";

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useCurrentStaff } from "@/components/dashboard/current-staff";
import { draftKey, storeDraft, readDraft, type DraftBase, type FormDraft } from "./drafts";
import { toValues, type RecordShape } from "./record-shape";
import { useRecordForm, useValues } from "./use-record-form";

/**
 * A form whose unsaved values outlive the page: kept as they are typed, and put back the next time.
 *
 * @param held the record as it is now; of a new one, what it begins with.
 */
export function useDraftForm(shape: RecordShape, id: string | null, held: DraftBase) {
  const key = draftKey(useCurrentStaff().id, shape.path, id);
  const [draft] = useState(() => readDraft(key));
  const [restoredAt, setRestoredAt] = useState(draft?.savedAt ?? null);
  /** The version that was read before anything was typed; what is saved must still find it. */
  const base = useRef(draft?.base ?? held);
  const form = useRecordForm(shape, toValues(shape, (draft?.base ?? held).record));
  const { isDirty } = form.formState;

  // Both before anybody can type: what is typed between a form's appearing and its effects would be kept nowhere.
  useLayoutEffect(() => {
    if (draft) form.reset(draft.values, { keepDefaultValues: true });
  }, [draft, form]);

  useLayoutEffect(() => {
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const before = toValues(shape, base.current.record);
        const isSame = shape.fields.every(({ name }) => (values[name] ?? "") === before[name]);
        storeDraft<FormDraft>(key, isSame ? null : { values, base: base.current, savedAt: new Date().toISOString() });
      },
    });
  }, [form, key, shape]);

  /** Goes on from this version: after a save, or when nothing was typed yet. */
  const adopt = useCallback(
    (next: DraftBase) => {
      base.current = next;
      storeDraft(key, null);
      setRestoredAt(null);
      form.reset(toValues(shape, next.record));
    },
    [form, key, shape],
  );

  // Somebody else's change shows at once where nothing stands in its way.
  useEffect(() => {
    if (isDirty || held.etag === base.current.etag || readDraft(key)) return;
    base.current = held;
    form.reset(toValues(shape, held.record));
  }, [held, isDirty, form, key, shape]);

  return {
    form,
    values: useValues(form),
    isDirty,
    base,
    adopt,
    restoredAt,
    dismiss: () => setRestoredAt(null),
    discard: () => adopt(held),
  };
}
