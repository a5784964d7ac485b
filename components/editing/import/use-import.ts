"use client";

import { useMemo, useState } from "react";
import { type Progress, sendChanges } from "@/components/records/changes/send-changes";
import { useChanges } from "@/components/records/changes/use-changes";
import { formatRecordCount } from "@/components/records/referrers";
import { useRecordShape, useShapes } from "@/components/records/shapes";
import { useDirectory } from "@/components/records/use-directory";
import { useApiWrite } from "@/components/form/use-api-write";
import { maxChanges } from "@/lib/editing/changes/limits.browser";
import type { ChangeOutcome, ChangesResult, RequestedChange } from "@/lib/editing/changes/schema.browser";
import { decodeText, detectEncoding, isWorkbook, type Encoding } from "@/lib/editing/csv/decode.browser";
import type { DateOrder, WrittenDates } from "@/lib/editing/csv/dates.browser";
import type { SheetProblem, Table } from "@/lib/editing/csv/table.browser";
import { type ResourcePath, resourceViews } from "@/lib/resources/resource-views.browser";
import {
  fieldsInOrder,
  needsDecision,
  proposeMapping,
  type ColumnMapping,
  type TargetField,
  isKnownColumn,
} from "./mapping";
import { planImport } from "./plan";
import { idsByName, resolveReferences } from "./references";
import { isKnownByName, rowOptions, type RowOptions, changesToJudge } from "./row-options";

/** A file, read with an encoding. */
export interface OpenedFile {
  name: string;
  bytes: Uint8Array;
  detected: Encoding;
  /** The encoding that it is read with. */
  encoding: Encoding;
  text: string;
  table: Table;
  mapping: readonly ColumnMapping[];
  /** What its days say of their order; null when it does not matter. */
  dates: WrittenDates | null;
  /** As the editor chose; null: as the file says. */
  dateOrder: DateOrder | null;
}

interface JudgedRows {
  problems: readonly SheetProblem[];
  rows: readonly RowOptions[];
  outcomes: ReadonlyMap<RequestedChange, ChangeOutcome>;
}

export interface ImportResult {
  counts: ChangesResult["counts"];
  created: readonly { id: string; name: string }[];
}

/** Their columns contain JSON, which a column called `Source` rarely does. */
const partTargets: readonly TargetField[] = [
  { name: "details", label: "Details", isNeverGuessed: true },
  { name: "sources", label: "Sources", isNeverGuessed: true },
];

/** Whether a file has more rows than one change may have. */
export function hasTooManyRows({ rows }: Table): boolean {
  return rows.length > maxChanges;
}

/** The steps of an import: a file, its encoding, its columns, a preview of its rows, and one change. */
export function useImport(path: ResourcePath) {
  const shapes = useShapes();
  const { fields } = useRecordShape(path);
  const { details } = shapes[path];
  const targets = useMemo(
    () => [{ name: "id", label: "ID" }, ...fields, ...(details ? partTargets : [])],
    [fields, details],
  );
  const referenced = fields.flatMap((field) => (field.kind === "reference" ? [field.to] : []));
  const records = useDirectory([path, ...referenced.flatMap((to) => [to, ...shapes[to].namedBy])]);
  const dryRun = useApiWrite();
  const writing = useChanges();
  const [dryRunProgress, setDryRunProgress] = useState<Progress | null>(null);
  const [file, setFile] = useState<OpenedFile | null>(null);
  const [workbook, setWorkbook] = useState<string | null>(null);
  const [judged, setJudged] = useState<JudgedRows | null>(null);
  const [choices, setChoices] = useState<ReadonlyMap<number, number>>(new Map());
  const [result, setResult] = useState<ImportResult | null>(null);
  const plan = useMemo(
    () => judged && planImport(judged.problems, judged.rows, judged.outcomes, choices),
    [judged, choices],
  );
  const sound = (plan ?? []).filter(
    ({ outcome, change }) => change && (outcome === "created" || outcome === "changed"),
  );

  async function choose(chosen: File) {
    forget();
    setFile(null);
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    setWorkbook(isWorkbook(bytes) ? chosen.name : null);
    if (isWorkbook(bytes)) return;
    const detected = detectEncoding(bytes);
    await read({ name: chosen.name, bytes, detected, encoding: detected });
  }

  async function read(chosen: Pick<OpenedFile, "name" | "bytes" | "detected" | "encoding">) {
    forget();
    const text = decodeText(chosen.bytes, chosen.encoding);
    const table = await readTable(text, chosen.name, targets);
    const mapping = proposeMapping(table, targets);
    const opened = { ...chosen, text, table, mapping, dates: null, dateOrder: null };
    setFile(opened);
    if (!hasTooManyRows(table) && !needsDecision(mapping, targets)) await preview(opened);
  }

  async function preview(opened: OpenedFile) {
    forget();
    const { sheet, dates } = await readSheet(opened, path);
    setFile({ ...opened, dates });
    if (dates?.order === null && opened.dateOrder === null) return;
    const byId = records.directory[path];
    const { rows, problems } = resolveReferences(sheet, fields, records.directory, byId);
    const named = isKnownByName(shapes[path]) ? idsByName(path, records.directory) : new Map<string, string[]>();
    const options = rowOptions(rows, path, { byId, idsByName: named });
    const outcomes = await dryRun.write((signal) => judgeRows(options, signal, setDryRunProgress));
    setDryRunProgress(null);
    if (outcomes) setJudged({ problems, rows: options, outcomes });
  }

  async function run() {
    const changes = sound.flatMap(({ change }) => change ?? []);
    const done = await writing.make(changes, `${formatRecordCount(changes.length, path)} imported.`);
    if (!done) return;
    const created = done.changes.flatMap(({ outcome, id }, index) =>
      outcome === "created" && id !== null ? [{ id, name: sound[index]?.name || id }] : [],
    );
    setResult({ counts: done.counts, created });
  }

  function forget() {
    setJudged(null);
    setChoices(new Map());
    setResult(null);
  }

  return {
    records,
    targets,
    file,
    workbook,
    plan,
    sound,
    result,
    isReady: !records.isPending && !dryRun.isBusy && !writing.isBusy,
    dryRun: { ...dryRun, progress: dryRunProgress },
    writing,
    choose,
    chooseEncoding: (encoding: Encoding) => (file ? read({ ...file, encoding }) : undefined),
    chooseDateOrder: (dateOrder: DateOrder) => (file ? preview({ ...file, dateOrder }) : undefined),
    map: (mapping: readonly ColumnMapping[]) => (file ? preview({ ...file, mapping }) : undefined),
    chooseOptions: (more: ReadonlyMap<number, number>) => setChoices((before) => new Map([...before, ...more])),
    run,
  };
}

// The parsers load with the first file: zod alone is a sixth of a page's code.

/** Reads the text of a CSV or JSON file. */
async function readTable(text: string, fileName: string, fields: readonly TargetField[]): Promise<Table> {
  const { readCsvTable, readJsonTable } = await import("@/lib/editing/csv/table.browser");
  const isJson = /\.json$/i.test(fileName) || /^\s*\[/.test(text);
  return isJson ? readJsonTable(text) : readCsvTable(text, (column) => isKnownColumn(column, fields));
}

async function readSheet({ table, mapping: columns, dateOrder }: OpenedFile, path: ResourcePath) {
  const mapping = fieldsInOrder(columns, table.columns);
  const [{ toSheet }, { findWrittenDates }, schema] = await Promise.all([
    import("@/lib/editing/csv/sheet.browser"),
    import("@/lib/editing/csv/dates.browser"),
    resourceViews[path].schema(),
  ]);
  const dates = findWrittenDates(table, mapping, schema);
  if (table.format === "json" || mapping.some((field) => field !== null))
    return { sheet: toSheet(table, mapping, schema, dateOrder), dates };
  const message = `The first row must contain column names: ${Object.keys(schema.shape).join(", ")}.`;
  return { sheet: { rows: [], problems: [{ row: 1, column: null, message }] }, dates };
}

/**
 * The outcome of each change that a row may cause, by dry runs: one of the whole import as it is preset, then others of
 * the alternatives, which may be more than one request may have.
 *
 * @throws RequestError when a dry run is refused.
 */
async function judgeRows(
  rows: readonly RowOptions[],
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<ReadonlyMap<RequestedChange, ChangeOutcome>> {
  const [preset, others] = changesToJudge(rows);
  const outcomes = new Map<RequestedChange, ChangeOutcome>();
  for (const changes of [preset, ...partsOf(others, maxChanges)]) {
    if (changes.length === 0) continue;
    const judged = await sendChanges(changes, { isDryRun: true, onProgress, signal });
    for (const outcome of judged.changes) {
      const change = changes[outcome.index];
      if (change) outcomes.set(change, outcome);
    }
  }
  return outcomes;
}

function partsOf<One>(list: readonly One[], length: number): One[][] {
  return Array.from({ length: Math.ceil(list.length / length) }, (_, part) =>
    list.slice(part * length, (part + 1) * length),
  );
}
