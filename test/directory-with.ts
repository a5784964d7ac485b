import type { Directory } from "@/components/records/record-name";
import { paths } from "../lib/resources/resource-views.browser.ts";

/** A directory of these records, and none of any other resource. */
export function directoryWith(known: Partial<Directory>): Directory {
  return Object.fromEntries(paths.map((path) => [path, known[path] ?? new Map()])) as Directory;
}
