import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useCurrentStaff } from "@/components/accounts/current-staff";
import { isJsonObject, parseJson } from "@/lib/core/json.browser";
import { isPartialDate } from "@/lib/core/partial-dates.browser";
import type { FieldShape } from "@/lib/records/view.browser";
import { draftKey, hasDraft, storeDraft, type DraftBase, type FormDraft, readStored } from "./drafts";
import { useRecordForm, useValues } from "./record-form";
import { toValues, type RecordShape, isNested, type RecordField } from "./record-shape";

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
  const [key] = useState(() => {
    const initial = Object.entries(id === null ? held.record : {}).map(
      ([name, value]) => [name, String(value)] as const,
    );
    const path = shape.part ? `${shape.path}/${shape.part}` : shape.path;
    return draftKey(account, path, id, Object.fromEntries(initial));
  });
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
        const typed = { ...values };
        const { current } = filled;
        if (current && typed[current.field] === current.text) typed[current.field] = current.before;
        const isSame = shape.fields.every(({ name }) => (typed[name] ?? "") === before[name]);
        setIsEdited(!isSame);
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

/** @returns null if there is no draft that a form of this shape can show. */
export function readDraft(key: string, shape: RecordShape): FormDraft | null {
  const draft = readStored(key);
  return isDraft(draft, shape) ? draft : null;
}

/** An older version, or anything else on this device, may have stored another shape. */
function isDraft(draft: unknown, { fields }: RecordShape): draft is FormDraft {
  if (!isJsonObject(draft)) return false;
  const { values, base, savedAt } = draft;
  if (!isJsonObject(values) || !isJsonObject(base) || !isJsonObject(base["record"])) return false;
  const { record, etag } = base;
  if (etag !== null && typeof etag !== "string") return false;
  if (typeof savedAt !== "string" || Number.isNaN(Date.parse(savedAt))) return false;
  return fields.every((field) => isControlText(values[field.name], field) && isStored(record[field.name], field));
}

/** Whether a control can show it. A draft has no value for a field that is newer. */
function isControlText(value: unknown, field: RecordField): boolean {
  if (value === undefined) return true;
  return typeof value === "string" && (!isNested(field.kind) || value === "" || isNestedValue(parseJson(value), field));
}

function isStored(value: unknown, field: RecordField): boolean {
  return value === undefined || value === null || !isNested(field.kind) || isNestedValue(value, field);
}

function isNestedValue(value: unknown, field: RecordField): boolean {
  if (field.kind !== "list") return isJsonObject(value) && Object.values(value).every((id) => typeof id === "string");
  const isEntry = (entry: unknown) =>
    isJsonObject(entry) && field.members.every((member) => isMember(entry[member.name], member));
  return Array.isArray(value) && value.every(isEntry);
}

/** An empty text stands for a date that is not understood yet. */
function isMember(value: unknown, { kind }: FieldShape): boolean {
  if (kind !== "partialDate" || typeof value !== "string") return typeof value !== "object" || value === null;
  return value === "" || isPartialDate(value);
}
