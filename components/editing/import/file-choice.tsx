import { downloadFile } from "@/components/ui/download-file";
import { Button } from "@/components/ui/button";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { useRecordShape, useShapes } from "@/components/records/shapes";

interface Props {
  path: ResourcePath;
  isReady: boolean;
  /** The chosen file; null before one was read. */
  chosen: { name: string; rows: number } | null;
  onChoose(file: File): void;
}

/** Chooses a file to import, by dialog or drag and drop. */
export function FileChoice({ path, isReady, chosen, onChoose }: Props) {
  const columns = useRecordShape(path).members;
  const { details } = useShapes()[path];
  const choose = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && isReady) onChoose(file);
  };
  return (
    <div
      className="rounded border border-dashed border-edge p-4"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        choose(event.dataTransfer.files);
      }}
    >
      <label className="block text-sm font-semibold">
        A CSV or JSON file
        <input
          type="file"
          accept=".csv,.tsv,.txt,.json,text/csv,application/json"
          // Its own text says “No file chosen” beside a file that was dropped, or read and let go.
          className="mt-2 block w-full font-normal text-transparent file:text-ink file:mr-3 file:min-h-10 file:cursor-pointer file:rounded file:border file:border-edge file:bg-raised file:px-4 file:font-semibold"
          disabled={!isReady}
          onChange={(event) => {
            choose(event.target.files);
            // Lets the same file be chosen again after it was fixed.
            event.target.value = "";
          }}
        />
      </label>
      {chosen && (
        <p role="status" className="mt-2 text-sm">
          Chosen: <strong className="break-words">{chosen.name}</strong>,{" "}
          {chosen.rows === 1 ? "1 row" : `${chosen.rows.toLocaleString("en-GB")} rows`}
        </p>
      )}
      <p className="mt-3 text-sm text-muted">
        Columns in the first row: <span className="font-mono">{columns.join(", ")}</span>. Rows with an id update that
        record; rows without one create a new record. Missing columns are left unchanged. Dates are YYYY-MM-DD or as
        your spreadsheet writes them. You’ll see a preview before anything is saved.
      </p>
      {details && (
        <p className="mt-2 text-sm text-muted">
          To import details and sources too, start from “Export JSON with details and sources”. Verification dates are
          never imported.
        </p>
      )}
      <Button className="mt-3" onClick={() => void downloadTemplate(path)}>
        Download template
      </Button>
    </div>
  );
}

async function downloadTemplate(path: ResourcePath): Promise<void> {
  const [{ toCsv }, schema] = await Promise.all([
    import("@/lib/editing/csv/cell.browser"),
    resourceViews[path].schema(),
  ]);
  downloadFile(`${path}-template.csv`, "text/csv;charset=utf-8", toCsv(schema, []));
}
