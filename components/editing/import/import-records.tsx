"use client";

import { useEffect, useRef } from "react";
import { exportCsv } from "@/components/editing/changes/export-buttons";
import { ChangeErrors, type Progress } from "@/components/records/changes/use-changes";
import { formatRecordCount } from "@/components/records/record-name";
import { useShapes } from "@/components/records/shapes";
import { Button } from "@/components/ui/button";
import { downloadFile } from "@/components/ui/download-file";
import { ErrorNotice } from "@/components/ui/error-notice";
import type { ImportPlan, PlannedImportRow } from "@/lib/editing/imports/schema.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { FileReading, nameOfColumn } from "./file-reading";
import { ImportedRecords, PlanTable } from "./plan-table";
import { rowDetails, useImport } from "./use-import";

/** Imports records from a file: draws the API's plan of each row first, then makes one change. */
export function ImportRecords({ path }: { path: ResourcePath }) {
  const planPlace = useRef<HTMLDivElement>(null);
  const { name, settings, plan, rows, sound, result, progress, dryRun, writing, ...steps } = useImport(path);
  const refused = rows.filter(({ outcome }) => outcome === "refused").length;
  // Nothing is dropped in silence.
  const ignored = plan?.columns.filter(({ field }) => field === null) ?? [];
  const isPlanned = plan !== null && plan.questions.length === 0 && !dryRun.isBusy;
  useEffect(() => {
    // The plan comes below what was pressed, and may be out of sight.
    if (isPlanned) planPlace.current?.focus();
  }, [isPlanned]);
  return (
    <div className="grid gap-6">
      <FileChoice
        path={path}
        isReady={steps.isReady}
        chosen={plan && { name, rows: plan.file.rows }}
        onChoose={(chosen) => void steps.choose(chosen)}
      />
      {plan && !result && (
        <FileReading
          path={path}
          name={name}
          plan={plan}
          settings={settings}
          isReady={steps.isReady}
          onRead={(chosen) => void steps.read(chosen)}
        />
      )}
      {dryRun.isBusy && <ProgressBar label={`Checking ${name}`} progress={progress} />}
      {dryRun.error && (
        <ErrorNotice
          title={`${name} can’t be imported`}
          text={dryRun.error.message}
          requestId={dryRun.error.issues.length === 0 ? dryRun.error.response?.requestId : null}
          className="rounded border border-edge"
        />
      )}
      {isPlanned && (
        <div
          ref={planPlace}
          tabIndex={-1}
          role="region"
          aria-label={`Plan of ${name}`}
          className="grid scroll-mt-20 gap-6 outline-none"
        >
          <h2 className="text-2xl font-semibold">
            {result ? "Imported" : "Plan"} <bdi className="text-base font-normal text-muted">{name}</bdi>
          </h2>
          {result ? (
            <ImportedRecords path={path} result={result} />
          ) : (
            <>
              {ignored.length > 0 && (
                <p className="text-sm text-muted">
                  {ignored.length === 1 ? "Ignored column" : "Ignored columns"}: {ignored.map(nameOfColumn).join(", ")}
                </p>
              )}
              <PlanTable path={path} rows={rows} onChoose={steps.chooseRows} />
            </>
          )}
          {writing.error && <ChangeErrors error={writing.error} nameOf={(row) => `Row ${row}`} />}
          {writing.isBusy ? (
            <ProgressBar label={`Importing ${name}`} progress={progress} />
          ) : (
            <div className="flex flex-wrap items-center gap-3">
              {!result && sound > 0 && (
                <Button look="primary" onClick={() => void steps.run()}>
                  Import {formatRecordCount(sound, path)}
                </Button>
              )}
              {refused > 0 && (
                <Button onClick={() => void downloadRefused(path, plan, rows)}>Download refused rows</Button>
              )}
              <p className="text-sm text-muted">
                {!result && sound === 0 && "Nothing to import. "}
                {refused > 0 &&
                  `${countRows(refused)} ${!result ? "will be" : refused === 1 ? "was" : "were"} skipped. To include ${refused === 1 ? "it" : "them"}, correct the file of refused rows and choose it here.`}
              </p>
            </div>
          )}
        </div>
      )}
    </div>
  );
}

interface FileChoiceProps {
  path: ResourcePath;
  isReady: boolean;
  /** The chosen file; null before one was read. */
  chosen: { name: string; rows: number } | null;
  onChoose(file: File): void;
}

/** Chooses a file to import, by dialog or drag and drop. */
function FileChoice({ path, isReady, chosen, onChoose }: FileChoiceProps) {
  const { fields, details } = useShapes()[path];
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
          Chosen: <strong className="break-words">{chosen.name}</strong>, {countRows(chosen.rows)}
        </p>
      )}
      <p className="mt-3 text-sm text-muted">
        Columns in the first row: <span className="font-mono">{fields.map(({ name }) => name).join(", ")}</span>. Rows
        with an id update that record; rows without one create a new record. Missing columns are left unchanged. Dates
        are YYYY-MM-DD or as your spreadsheet writes them. You’ll see a preview before anything is saved.
      </p>
      {details && (
        <p className="mt-2 text-sm text-muted">
          To import details and sources too, start from “Export JSON with details and sources”. Verification dates are
          never imported.
        </p>
      )}
      <Button className="mt-3" onClick={() => void exportCsv({ path, records: [] }, `${path}-template`)}>
        Download template
      </Button>
    </div>
  );
}

function countRows(count: number): string {
  return count === 1 ? "1 row" : `${count.toLocaleString("en-GB")} rows`;
}

/** Downloads the refused rows with their reasons, to be corrected and imported again. */
async function downloadRefused(path: ResourcePath, { file }: ImportPlan, rows: readonly PlannedImportRow[]) {
  const { refusedRowsCsv } = await import("@/lib/editing/csv/cell.browser");
  const refused = rows.flatMap((row) =>
    row.outcome === "refused" && row.cells ? [{ cells: row.cells, reasons: rowDetails(row) }] : [],
  );
  const text = refusedRowsCsv(file.columns, refused, file.separator);
  downloadFile(`${path}-refused.csv`, "text/csv;charset=utf-8", text);
}

/** @param progress null before its first report. */
function ProgressBar({ label, progress }: { label: string; progress: Progress | null }) {
  const share = progress && progress.of > 0 ? progress.done / progress.of : 0;
  return (
    <div className="grid gap-2 text-sm">
      <p>
        {label}
        {progress && `: ${progress.done.toLocaleString("en-GB")} of ${progress.of.toLocaleString("en-GB")}`}
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="h-2 overflow-hidden rounded bg-sunken"
      >
        <div className="h-full bg-curtain-fill" style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}
