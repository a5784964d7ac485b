"use client";

import { nouns, type ResourcePath } from "@/lib/resources/nouns";
import { downloadFile } from "@/components/download-file";
import { formatRecordCount } from "@/components/resource/referrers";
import { Button } from "@/components/ui/button";

interface Props {
  path: ResourcePath;
  records: readonly { id: string }[];
}

/** Menu entries that export records as files that can be imported again. */
export function ExportButtons({ path, records }: Props) {
  const button = (format: "csv" | "json") => (
    <Button
      look="plain"
      className="justify-start"
      data-closes
      onClick={() => void exportRecords(path, records, format)}
    >
      Export {format.toUpperCase()}
    </Button>
  );
  return (
    <>
      <p className="px-4 pt-1 text-muted">Export {formatRecordCount(records.length, path)}</p>
      {button("csv")}
      {button("json")}
    </>
  );
}

const types = { csv: "text/csv;charset=utf-8", json: "application/json" };

async function exportRecords(path: ResourcePath, records: Props["records"], format: "csv" | "json"): Promise<void> {
  const [{ toCsv, toJson }, schema] = await Promise.all([import("@/lib/csv/write"), nouns[path].schema()]);
  const write = format === "csv" ? toCsv : toJson;
  const text = write(
    schema,
    records.map((record) => ({ ...record })),
  );
  downloadFile(`${path}.${format}`, types[format], text);
}
