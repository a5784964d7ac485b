import { nouns, type ResourcePath } from "@/lib/resources/nouns";
import type { RequestedChange } from "@/lib/changes/schema";
import type { Sheet } from "@/lib/csv/sheet";

export interface ReadFile {
  name: string;
  sheet: Sheet;
  /** One for each row of the sheet. */
  changes: RequestedChange[];
}

/**
 * A file of records, CSV or JSON, and the changes that it asks for.
 *
 * @param taken the ids of the records that there are.
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
