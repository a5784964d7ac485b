import type { FormRecord } from "./record-shape";
import type { FormValues } from "@/lib/resource/view";

/** A record as it was read, and the entity tag by which the API knows that version. For a new one: neither. */
export interface DraftBase {
  record: Partial<FormRecord>;
  etag: string | null;
}

/** What somebody typed and did not save yet. */
export interface FormDraft {
  values: FormValues;
  base: DraftBase;
  /** ISO 8601. */
  savedAt: string;
}

/** Drafts are kept in this browser, each account's apart. */
export function draftKey(account: string, path: string, id: string | null): string {
  return `draft:${account}:${path}:${id ?? ""}`;
}

export function readDraft(key: string): FormDraft | null {
  const draft = readStored(key);
  return isDraft(draft) ? draft : null;
}

/** @returns null where nothing is kept, or nothing that can be read. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Where a browser keeps nothing, or has no room, work goes on without. */
export function storeDraft<Kept extends object>(key: string, kept: Kept | null): void {
  try {
    if (kept === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    return;
  }
}

/** An older build may have kept another shape. */
function isDraft(draft: unknown): draft is FormDraft {
  if (typeof draft !== "object" || draft === null) return false;
  if (!("values" in draft) || !("base" in draft) || !("savedAt" in draft)) return false;
  return typeof draft.values === "object" && typeof draft.base === "object" && typeof draft.savedAt === "string";
}
