import { parseJson } from "@/lib/core/json.browser";

/** A list's state under a name. */
export interface SavedView {
  name: string;
  /** The state as the list's query string. */
  query: string;
}

export const maxNameLength = 60;
const maxViews = 50;

/** Views are stored in this browser, for each account and resource. */
export function viewsKey(account: string, path: string): string {
  return `views:${account}:${path}`;
}

/** Stored views, without what is none: anything on this device may have written there. */
export function parseViews(stored: string | null): readonly SavedView[] {
  const found = parseJson(stored ?? "[]");
  return Array.isArray(found) ? found.flatMap(viewIn).slice(0, maxViews) : [];
}

/** With a new view at the end; one of the same name is replaced. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  const isKnown = views.some(({ name }) => name === view.name);
  return isKnown ? views.map((one) => (one.name === view.name ? view : one)) : [...views, view].slice(-maxViews);
}

/** With another name for a view; another view of that name is dropped. */
export function renameView(views: readonly SavedView[], from: string, to: string): readonly SavedView[] {
  return views
    .filter(({ name }) => name === from || name !== to)
    .map((view) => (view.name === from ? { ...view, name: to } : view));
}

function viewIn(value: unknown): SavedView[] {
  if (typeof value !== "object" || value === null || !("name" in value) || !("query" in value)) return [];
  const { name, query } = value;
  if (typeof name !== "string" || typeof query !== "string") return [];
  return name.trim() === "" || name.length > maxNameLength ? [] : [{ name, query }];
}
