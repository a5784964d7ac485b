import type { FormRecord } from "./record-shape";
import type { FormValues } from "@/lib/records/view.browser";

/** A record and the entity tag of that version. A new one has neither. */
export interface DraftBase {
  record: Partial<FormRecord>;
  etag: string | null;
}

/** Unsaved values of a form. */
export interface FormDraft {
  values: FormValues;
  base: DraftBase;
  /** ISO 8601. */
  savedAt: string;
}

/**
 * Drafts are stored in this browser, separately for each account.
 *
 * @param given the values that a new record begins with: a production of one show is another draft than one of another.
 */
export function draftKey(account: string, path: string, id: string | null, given: FormValues = {}): string {
  return `draft:${account}:${path}:${id ?? new URLSearchParams(given)}`;
}

/** Where the last source that an account gave is stored in this browser. */
export function citationKey(account: string): string {
  return `citation:${account}`;
}

export function readDraft(key: string): FormDraft | null {
  const draft = readStored(key);
  return isDraft(draft) ? draft : null;
}

/** @returns null if there is no readable draft. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Storage may be disabled or full; the form works without it. */
export function storeDraft<Kept extends object>(key: string, kept: Kept | null): void {
  try {
    if (kept === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    return;
  }
}

/** An older version may have stored another shape. */
function isDraft(draft: unknown): draft is FormDraft {
  if (typeof draft !== "object" || draft === null) return false;
  if (!("values" in draft) || !("base" in draft) || !("savedAt" in draft)) return false;
  return typeof draft.values === "object" && typeof draft.base === "object" && typeof draft.savedAt === "string";
}
