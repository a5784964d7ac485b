import { downloadFile } from "@/components/download-file";
import { Button } from "@/components/ui/button";
import type { Table } from "@/lib/csv/table";
import type { ResourcePath } from "@/lib/resources/nouns";
import type { PlannedRow } from "./plan";

interface Props {
  path: ResourcePath;
  table: Table;
  rows: readonly PlannedRow[];
}

/** Downloads the refused rows with their reasons, to be corrected and imported again. */
export function RefusedRowsButton({ path, table, rows }: Props) {
  const refused = rows.filter(({ outcome }) => outcome === "refused");
  const isInFile = refused.some(({ row }) => table.rows.some((one) => one.row === row));
  if (!isInFile) return null;
  return <Button onClick={() => void download(path, table, refused)}>Download refused rows</Button>;
}

async function download(path: ResourcePath, table: Table, refused: readonly PlannedRow[]): Promise<void> {
  const { refusedRowsCsv } = await import("@/lib/csv/refused-rows");
  const reasons = new Map(refused.map(({ row, details }) => [row, details]));
  downloadFile(`${path}-refused.csv`, "text/csv;charset=utf-8", refusedRowsCsv(table, reasons));
}
