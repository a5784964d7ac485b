import { parseJson } from "@/lib/core/json.browser";
import type { FormRecord, RecordPart } from "./record-shape";
import type { FormValues } from "@/lib/records/view.browser";

/** A record and the entity tag of that version. A new one has neither. */
export interface DraftBase {
  record: Partial<FormRecord>;
  etag: string | null;
}

export interface FormDraft {
  values: FormValues;
  base: DraftBase;
  /** ISO 8601. */
  savedAt: string;
}

/**
 * Drafts are stored in this browser, separately for each account.
 *
 * @param initial the values that a new record begins with: a production of one show is another draft than one of another.
 */
export function draftKey(account: string, path: string, id: string | null, initial: FormValues = {}): string {
  return `draft:${account}:${path}:${id ?? new URLSearchParams(initial)}`;
}

/** Where the drafts of a record's forms are. @param parts by default the record itself, its details and its sources. */
export function draftsOf(
  account: string,
  path: string,
  id: string,
  parts: readonly (RecordPart | null)[] = [null, "details", "sources"],
): string[] {
  return parts.map((part) => draftKey(account, part ? `${path}/${part}` : path, id));
}

/** Where the drafts are with which a page of the dashboard opens: those of a record, or of a new one. */
export function draftsOfPage(account: string, { pathname, searchParams }: URL): string[] {
  const [path, id] = pathname.split("/").slice(2).map(decodeURIComponent);
  if (path === undefined || id === undefined) return [];
  if (id === "new") return [draftKey(account, path, null, Object.fromEntries(searchParams))];
  return [...draftsOf(account, path, id), draftKey(account, "cast", id)];
}

/** Where the last source that an account gave is stored in this browser. */
export function citationKey(account: string): string {
  return `citation:${account}`;
}

/** Whether something is stored, also if it can't be read. */
export function hasDraft(key: string): boolean {
  return storedText(key) !== null;
}

/** @returns null if nothing is stored that is JSON. */
export function readStored(key: string): unknown {
  return parseJson(storedText(key) ?? "") ?? null;
}

function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key);
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
