import "server-only";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { activityHeader } from "../../records/audited-change.ts";
import { validationError, type FieldIssue } from "../../http/body.ts";
import type { Resource } from "../../records/resource.ts";
import { isPath } from "../../resources/resource-views.browser.ts";
import { namesOf, outcomesBody } from "../changes/changes-route.ts";
import { refuseBatch } from "../changes/declaration.ts";
import { filedCells } from "../csv/table.ts";
import { readSheet } from "../csv/sheet.ts";
import { changesToTry, judgementsOf, judgeRows, planRow, type Judgements, type MakeChanges } from "./judge-rows.ts";
import { openFile } from "./open-file.ts";
import type { Upload } from "./read-upload.ts";
import { rowOptions, type RowOption, type RowOptions } from "./row-changes.ts";
import type { ImportPlan, ImportResult, PlannedImportRow } from "./schema.browser.ts";

/**
 * Reads the rows of a file.
 *
 * @returns what can be done with each row, in their order; `steps` is how many changes are tried or made.
 * @throws AppError 400 with the path of what is wrong.
 */
export async function readFile(upload: Upload, resource: Resource, catalogue: Catalogue) {
  const opened = openFile(upload, resource);
  const { path, record } = resource;
  if (opened.described.questions.length > 0 || !isPath(path)) return { opened, upload, rows: [], steps: 0 };
  const sheet = await readSheet(opened.table, opened.fields, record, opened.dateOrder);
  const rows = applyChoices(await rowOptions(sheet, path, catalogue), upload.choices);
  return { opened, upload, rows, steps: changesToTry(rows).flat().length };
}

type ReadFile = Awaited<ReturnType<typeof readFile>>;

const skipped: RowOption = { choice: "skip", kind: "keep", id: null, change: null };

/** Makes the request's choices. @throws AppError 400 */
function applyChoices(rows: readonly RowOptions[], choices: ReadonlyMap<number, string>): RowOptions[] {
  const known = new Map(rows.map(({ row, options }) => [row, options.map(({ choice }) => choice)]));
  const issues = [...choices].flatMap(([row, choice]): FieldIssue[] => {
    const [path, possible] = [`choices.${row}`, known.get(row)];
    if (!possible) return [{ path, message: "is not a row of the file" }];
    if (choice === "skip" || possible.includes(choice)) return [];
    return [{ path, message: `must be one of ${[...possible.filter((one) => one !== "write"), "skip"].join(", ")}` }];
  });
  if (issues.length > 0) throw validationError(issues);
  return rows.map((one) => {
    const wanted = choices.get(one.row);
    if (wanted === "skip") return { ...one, options: [], chosen: skipped };
    return { ...one, chosen: one.options.find(({ choice }) => choice === wanted) ?? one.chosen };
  });
}

export async function planFile(file: ReadFile, make: MakeChanges, onProgress: (done: number) => void) {
  const { opened, rows } = file;
  const judged = await judgeRows(rows, make, onProgress);
  const cells = new Map(opened.table.rows.map((row) => [row.row, row]));
  const head: Omit<ImportPlan, "rows" | "counts"> = { dry_run: true, ...opened.described };
  const body = await outcomesBody(head, "rows", rows, (one): PlannedImportRow => {
    const row = planRow(one, judged);
    const ofRow = cells.get(row.row);
    const isRefused = [row, ...row.choices].some(({ outcome }) => outcome === "refused");
    return isRefused && ofRow ? { ...row, cells: filedCells(opened.table, ofRow) } : row;
  });
  return { body, headers: {} };
}

/**
 * Imports the rows as one change (contract §29).
 *
 * @throws AppError 400 when a row is refused and refused rows are not to be left out; 409 where those are only conflicts.
 */
export async function importRows(file: ReadFile, make: MakeChanges, onProgress: (done: number) => void) {
  const { rows } = file;
  const { skipsRefused } = file.upload;
  const judged: Judgements = skipsRefused ? await judgeRows(rows, make, () => undefined) : new Map();
  const changeOf = ({ chosen }: RowOptions) => (chosen?.kind === "keep" ? null : (chosen?.change ?? null));
  const isLeftOut = (one: RowOptions) =>
    changeOf(one) === null || (skipsRefused && planRow(one, judged).outcome === "refused");
  const leftOut = rows.filter(isLeftOut).map((one) => planRow(one, judged));
  if (!skipsRefused) requireSound(leftOut, rows.length, judged);
  const sound = rows.filter((one) => !isLeftOut(one));
  const changes = sound.flatMap((one) => changeOf(one) ?? []);
  const batchResult = await make(changes, false, onProgress);
  const done = await judgementsOf(changes, batchResult);
  const written = sound.map((one) => ({ ...planRow(one, done), id: idOf(one, done) }));
  requireSound(written, rows.length, done);
  const all = [...written, ...leftOut].sort((a, b) => a.row - b.row);
  const head = { dry_run: false, ...namesOf(batchResult) };
  const body = await outcomesBody(head, "rows", all, ({ row, outcome, id, label }): ImportResult["rows"][number] => {
    return { row, outcome, id, label };
  });
  return { body, headers: activityHeader(batchResult.activityId) };
}

function idOf({ chosen }: RowOptions, done: Judgements): string | null {
  return chosen?.id ?? (chosen?.change ? (done.get(chosen.change)?.effect.id ?? null) : null);
}

/** @throws AppError that lists what the refused rows have wrong. */
function requireSound(rows: readonly PlannedImportRow[], total: number, judged: Judgements): void {
  const refused = rows.filter(({ outcome }) => outcome === "refused").toSorted((a, b) => a.row - b.row);
  if (refused.length === 0) return;
  const codes = [...judged.values()].flatMap(({ code }) => code ?? []);
  const parts = refused.map(({ row, issues }) => ({ path: `rows.${row}`, issues }));
  throw refuseBatch("rows can't be imported", total, codes, parts);
}
