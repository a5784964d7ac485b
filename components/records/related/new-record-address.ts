import type { FormValues } from "@/lib/records/view.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";

/** The page with the form of a new record, with these initial values. */
export function newRecordAddress(path: ResourcePath, given: FormValues): string {
  return `/dashboard/${path}/new?${new URLSearchParams(given)}`;
}

/** The label of the way there: `Add a production`. */
export function addLabel(path: ResourcePath): string {
  const { singular } = resourceViews[path];
  return `Add ${/^[aeiou]/.test(singular) ? "an" : "a"} ${singular}`;
}
