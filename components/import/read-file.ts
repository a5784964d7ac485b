import { nouns, type ResourcePath } from "@/lib/resources/nouns";
import type { RequestedChange } from "@/lib/changes/schema";
import type { Sheet } from "@/lib/csv/sheet";

export interface ReadFile {
  name: string;
  sheet: Sheet;
  /** One change per row of the sheet. */
  changes: RequestedChange[];
}

/**
 * Reads a CSV or JSON file into a sheet and the changes that it requests.
 *
 * @param taken the ids of existing records.
 */
export async function readFile(file: File, path: ResourcePath, taken: ReadonlySet<string>): Promise<ReadFile> {
  const [{ readCsv, readJsonRecords }, { toChanges }, schema] = await Promise.all([
    import("@/lib/csv/read"),
    import("@/lib/csv/to-changes"),
    nouns[path].schema(),
  ]);
  const text = await file.text();
  const isJson = /\.json$/i.test(file.name) || /^\s*\[/.test(text);
  const sheet = (isJson ? readJsonRecords : readCsv)(text, schema);
  return { name: file.name, sheet, changes: toChanges(sheet.rows, path, taken) };
}
