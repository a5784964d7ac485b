"use client";

import { useEffect, useRef } from "react";
import { ChangeErrors } from "@/components/records/changes/change-errors";
import { formatRecordCount } from "@/components/records/referrers";
import { Button } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { batchLimits } from "@/lib/editing/changes/limits.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import type { Progress } from "@/components/records/changes/send-changes";
import { downloadFile } from "@/components/ui/download-file";
import type { Table } from "@/lib/editing/csv/table.browser";
import { ColumnMappingForm } from "./column-mapping-form";
import { DateOrderNotice } from "./date-order-notice";
import { EncodingNotice } from "./encoding-notice";
import { FileChoice } from "./file-choice";
import { ImportedRecords } from "./imported-records";
import { KnownRecordsChoice } from "./known-records-choice";
import { needsDecision, nameOfColumn } from "./mapping";
import { countOutcomes, type PlannedRow } from "./plan";
import { PlanTable } from "./plan-table";
import { hasTooManyRows, useImport, type OpenedFile } from "./use-import";

/** Imports records from a file: a preview of each row first, then one change. */
export function ImportRecords({ path }: { path: ResourcePath }) {
  const planPlace = useRef<HTMLDivElement>(null);
  const { records, targets, file, workbook, plan, sound, result, dryRun, writing, ...steps } = useImport(path);
  const hasPlan = plan !== null;
  useEffect(() => {
    // The plan comes below what was pressed, and may be out of sight.
    if (hasPlan) planPlace.current?.focus();
  }, [hasPlan]);
  if (records.error)
    return (
      <ErrorNotice title="The records can’t be loaded" text={records.error.message} retry={() => records.refetch()} />
    );
  return (
    <div className="grid gap-6">
      <FileChoice path={path} isReady={steps.isReady} chosen={file} onChoose={(chosen) => void steps.choose(chosen)} />
      {workbook !== null && <WorkbookNotice name={workbook} />}
      {file && !result && file.detected !== "utf-8" && (
        <EncodingNotice file={file} isDisabled={!steps.isReady} onChoose={(one) => void steps.chooseEncoding(one)} />
      )}
      {file && hasTooManyRows(file.table) && <LengthNotice file={file} />}
      {file && !result && !hasTooManyRows(file.table) && needsDecision(file.mapping, targets) && (
        <ColumnMappingForm
          // Another file, or the same one in another encoding, starts again.
          key={`${file.name} ${file.encoding}`}
          fields={targets}
          mapping={file.mapping}
          isBusy={!steps.isReady}
          onDecide={(mapping) => void steps.map(mapping)}
        />
      )}
      {file && !result && (
        <DateOrderNotice
          file={file}
          isDisabled={!steps.isReady}
          onChoose={(order) => void steps.chooseDateOrder(order)}
        />
      )}
      {dryRun.isBusy && <ProgressBar label={`Checking ${file?.name}`} progress={dryRun.progress} />}
      {dryRun.error && <ChangeErrors error={dryRun.error} nameOf={(index) => `Row ${index + 1}`} />}
      {file && plan && (
        <div
          ref={planPlace}
          tabIndex={-1}
          role="region"
          aria-label={`Plan of ${file.name}`}
          className="grid scroll-mt-20 gap-6 outline-none"
        >
          <h2 className="text-2xl font-semibold">
            {result ? "Imported" : "Plan"} <bdi className="text-base font-normal text-muted">{file.name}</bdi>
          </h2>
          {result ? (
            <ImportedRecords path={path} result={result} />
          ) : (
            <>
              <IgnoredColumns file={file} />
              <KnownRecordsChoice path={path} rows={plan} onChoose={steps.chooseOptions} />
              <PlanTable rows={plan} onChoose={(row, index) => steps.chooseOptions(new Map([[row, index]]))} />
            </>
          )}
          {writing.error && (
            <ChangeErrors error={writing.error} nameOf={(index) => `Row ${sound[index]?.row ?? "?"}`} />
          )}
          {writing.isBusy ? (
            <ProgressBar label={`Importing ${file.name}`} progress={writing.progress} />
          ) : (
            <Decision path={path} file={file} rows={plan} sound={result ? null : sound.length} run={steps.run} />
          )}
        </div>
      )}
    </div>
  );
}

interface DecisionProps {
  path: ResourcePath;
  file: OpenedFile;
  rows: readonly PlannedRow[];
  /** The number of rows that would be imported; null after the import. */
  sound: number | null;
  run(): Promise<void>;
}

function Decision({ path, file, rows, sound, run }: DecisionProps) {
  const { refused } = countOutcomes(rows);
  const skipped = refused === 1 ? "1 row" : `${refused.toLocaleString("en-GB")} rows`;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {sound !== null && sound > 0 && (
        <Button look="primary" onClick={() => void run()}>
          Import {formatRecordCount(sound, path)}
        </Button>
      )}
      {refused > 0 && <RefusedRowsButton path={path} table={file.table} rows={rows} />}
      <p className="text-sm text-muted">
        {sound === 0 && "Nothing to import. "}
        {refused > 0 &&
          `${skipped} ${sound === null ? (refused === 1 ? "was" : "were") : "will be"} skipped. To include ${refused === 1 ? "it" : "them"}, correct the file of refused rows and choose it here.`}
      </p>
    </div>
  );
}

/** Says which columns an import leaves out, so that nothing is dropped in silence. */
function IgnoredColumns({ file: { mapping } }: { file: OpenedFile }) {
  const ignored = mapping.filter(({ field }) => field === null);
  if (ignored.length === 0) return null;
  return (
    <p className="text-sm text-muted">
      {ignored.length === 1 ? "Ignored column" : "Ignored columns"}: {ignored.map(nameOfColumn).join(", ")}
    </p>
  );
}

function LengthNotice({ file: { name, table } }: { file: OpenedFile }) {
  return (
    <ErrorNotice
      title={`${name} has ${table.rows.length.toLocaleString("en-GB")} rows, which is too many for one import`}
      text={`An import is one change of ${batchLimits}. Split the file, and import the parts one after another.`}
      className="rounded border border-edge"
    />
  );
}

function WorkbookNotice({ name }: { name: string }) {
  return (
    <ErrorNotice
      title={`${name} is a workbook, not a CSV file`}
      text="In Excel choose File → Save As → “CSV UTF-8 (Comma delimited)”. In Numbers or LibreOffice export it as CSV in Unicode (UTF-8). Then choose that file here."
      className="rounded border border-edge"
    />
  );
}

interface Props {
  label: string;
  /** Null before the first progress report. */
  progress: Progress | null;
}

function ProgressBar({ label, progress }: Props) {
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

interface RefusedRowsButtonProps {
  path: ResourcePath;
  table: Table;
  rows: readonly PlannedRow[];
}

/** Downloads the refused rows with their reasons, to be corrected and imported again. */
function RefusedRowsButton({ path, table, rows }: RefusedRowsButtonProps) {
  const refused = rows.filter(({ outcome }) => outcome === "refused");
  const isInFile = refused.some(({ row }) => table.rows.some((one) => one.row === row));
  if (!isInFile) return null;
  return <Button onClick={() => void download(path, table, refused)}>Download refused rows</Button>;
}

async function download(path: ResourcePath, table: Table, refused: readonly PlannedRow[]): Promise<void> {
  const { refusedRowsCsv } = await import("@/lib/editing/csv/refused-rows.browser");
  const reasons = new Map(refused.map(({ row, details }) => [row, details]));
  downloadFile(`${path}-refused.csv`, "text/csv;charset=utf-8", refusedRowsCsv(table, reasons));
}
