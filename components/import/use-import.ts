"use client";

import { useMemo, useState } from "react";
import type { Progress } from "@/components/changes/send-changes";
import { useChanges } from "@/components/changes/use-changes";
import { formatRecordCount } from "@/components/resource/referrers";
import { useRecordShape, useShapes } from "@/components/resource/shapes";
import { useDirectory } from "@/components/resource/use-directory";
import { useApiWrite } from "@/components/use-api-write";
import type { ChangeOutcome, ChangesResult, RequestedChange } from "@/lib/changes/schema";
import { decodeText, detectEncoding, isWorkbook, type Encoding } from "@/lib/csv/decode";
import type { SheetProblem, Table } from "@/lib/csv/table";
import type { ResourcePath } from "@/lib/resources/nouns";
import { judgeRows } from "./judge-rows";
import { fieldsInOrder, needsDecision, proposeMapping, type ColumnMapping, type TargetField } from "./mapping";
import { planImport } from "./plan";
import { readSheet, readTable } from "./read-file";
import { idsByName, resolveReferences } from "./references";
import { isKnownByName, rowOptions, type RowOptions } from "./row-options";

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
    setFile({ ...chosen, text, table, mapping });
    if (!needsDecision(mapping, targets)) await preview(table, mapping);
  }

  async function preview(table: Table, mapping: readonly ColumnMapping[]) {
    forget();
    const sheet = await readSheet(table, fieldsInOrder(mapping, table.columns), path);
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
    map: (mapping: readonly ColumnMapping[]) => {
      if (!file) return undefined;
      setFile({ ...file, mapping });
      return preview(file.table, mapping);
    },
    chooseOptions: (more: ReadonlyMap<number, number>) => setChoices((before) => new Map([...before, ...more])),
    run,
  };
}
