import Papa from "papaparse";

/**
 * The cells of one column, as a spreadsheet copies them: one a line, in quotation marks where a cell has lines of its
 * own. @returns null for several columns.
 */
export function pastedColumn(text: string): string[] | null {
  const { data } = Papa.parse<string[]>(text.replace(/\r?\n$/, ""), { delimiter: "\t" });
  return data.some(({ length }) => length > 1) ? null : data.map(([cell = ""]) => cell);
}
