"use client";

import { nouns, type ResourcePath } from "@/lib/resources/nouns";
import { downloadFile } from "@/components/download-file";
import { Button } from "@/components/ui/button";

interface Props {
  path: ResourcePath;
  records: readonly { id: string }[];
}

/** Exports records as files that can be imported again. */
export function ExportButtons({ path, records }: Props) {
  return (
    <>
      <Button onClick={() => void exportRecords(path, records, "csv")}>Export CSV</Button>
      <Button onClick={() => void exportRecords(path, records, "json")}>Export JSON</Button>
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
