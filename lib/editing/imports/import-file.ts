import "server-only";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { activityHeader } from "../../records/audited-change.ts";
import { AppError } from "../../core/errors.ts";
import { maxValues, requireBounds, validationError, type FieldIssue } from "../../http/body.ts";
import type { Resource } from "../../records/resource.ts";
import { isPath } from "../../resources/resource-views.browser.ts";
import { namesOf, outcomesBody } from "../changes/changes-route.ts";
import { refuseBatch } from "../changes/declaration.ts";
import { maxChanges } from "../changes/limits.browser.ts";
import { findWrittenDates, isoDate, readSheet } from "../csv/sheet.ts";
import {
  decodeText,
  detectEncoding,
  filedCells,
  filedColumns,
  wordsToCheck,
  readCsvTable,
  readJsonTable,
  type Table,
} from "../csv/table.ts";
import { importFields, isKnownName, mappingKey, readColumns } from "./columns.ts";
import { changesToTry, judgementsOf, judgeRows, planRow, type Judgements, type MakeChanges } from "./judge-rows.ts";
import type { Upload } from "./read-upload.ts";
import { rowOptions, type RowOption, type RowOptions } from "./row-changes.ts";
import { dayOrders, type ImportPlan, type ImportResult, type PlannedImportRow } from "./schema.browser.ts";

const maxWords = 12;
/** Four times as many as of JSON: text has commas too. */
const maxCells = 4 * maxValues;

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
  const written = sound.map((one) => planRow(one, done));
  requireSound(written, rows.length, done);
  const all = [...written, ...leftOut].sort((a, b) => a.row - b.row);
  const head = { dry_run: false, ...namesOf(batchResult) };
  const body = await outcomesBody(head, "rows", all, ({ row, outcome, id, label }): ImportResult["rows"][number] => {
    return { row, outcome, id, label };
  });
  return { body, headers: activityHeader(batchResult.activityId) };
}

/** @throws AppError that lists what the refused rows have wrong. */
function requireSound(rows: readonly PlannedImportRow[], total: number, judged: Judgements): void {
  const refused = rows.filter(({ outcome }) => outcome === "refused").toSorted((a, b) => a.row - b.row);
  if (refused.length === 0) return;
  const codes = [...judged.values()].flatMap(({ code }) => code ?? []);
  const parts = refused.map(({ row, issues }) => ({ path: `rows.${row}`, issues }));
  throw refuseBatch("rows can't be imported", total, codes, parts);
}

/**
 * Opens a file: its text, its columns, and the order of its days.
 *
 * @returns the file as a table, the field of each column (null for one that is ignored), the order of its days, and what
 * the plan tells of it.
 * @throws AppError 400 when it can't be read at all, is too long, or the request's mapping does not fit it; also when
 * something must be answered first and the request is no dry run.
 */
function openFile(upload: Upload, resource: Resource) {
  const detected = detectEncoding(upload.bytes);
  const encoding = upload.encoding ?? detected;
  const text = decodeText(upload.bytes, encoding);
  const known = importFields(resource);
  const table = readTable(text, upload.isJson, (column) => isKnownName(column, known));
  if (table.rows.length > maxChanges)
    throw refuseFile(`has ${table.rows.length} rows; must have at most ${maxChanges}. Split it`);
  const { columns, fields, issues } = readColumns(table, known, upload.mapping);
  if (issues.length > 0) throw validationError(issues);
  if (table.format === "csv" && !columns.some(({ column }) => column !== ""))
    throw refuseFile(`must have column names in its first row: ${known.map(({ name }) => name).join(", ")}`);
  const dates = findWrittenDates(table, fields, resource.record);
  const needsDates = dates?.order === null && upload.dates === undefined;
  const undecided = columns.filter(({ problem }) => problem !== null);
  if (!upload.isDryRun) requireAnswers(undecided, needsDates ? dates.example : null);
  const described: Pick<ImportPlan, "questions" | "file" | "columns" | "dates"> = {
    questions: undecided.length > 0 ? ["mapping"] : needsDates ? ["dates"] : [],
    file: {
      ...{ format: table.format, rows: table.rows.length, encoding, detected },
      words: detected === "utf-8" && encoding === "utf-8" ? [] : wordsToCheck(text, maxWords),
      separator: table.separator,
      columns: filedColumns(table),
    },
    columns,
    dates: dates && { ...dates, readings: readingsOf(dates.example) },
  };
  return { table, fields, dateOrder: upload.dates ?? null, described };
}

function readTable(text: string, isJson: boolean, isKnown: (column: string) => boolean): Table {
  if (isJson || /^\s*\[/.test(text)) {
    requireBounds(text);
    const table = readJsonTable(text);
    const [problem] = table.problems;
    if (table.rows.length === 0 && problem) throw refuseFile(problem.message);
    return table;
  }
  let cells = 0;
  for (const character of text) if (character === "," || character === ";" || character === "\t") cells += 1;
  if (cells > maxCells) throw refuseFile(`has more than ${maxCells} values. Split it`);
  return readCsvTable(text, isKnown);
}

/** The days of an example; dates that contradict each other have one that is a day in one order only. */
function readingsOf(example: string): NonNullable<ImportPlan["dates"]>["readings"] {
  const [dayFirst = null, monthFirst = null] = dayOrders.map((order) => {
    const day = isoDate(example, order);
    return Number(day.slice(5, 7)) > 12 ? null : day;
  });
  return { "day/month": dayFirst, "month/day": monthFirst };
}

/** @throws AppError 400 that names what the request must say. */
function requireAnswers(undecided: ImportPlan["columns"], example: string | null): void {
  const issues: FieldIssue[] = undecided.map(({ problem, field, ...column }) => ({
    path: `mapping.${mappingKey(column)}`,
    message: `${problem ?? ""} ${field === null ? "" : `Is it ${field}?`}`.trim(),
  }));
  if (example !== null)
    issues.push({ path: "dates", message: `Which day is ${example}? Send day/month or month/day.` });
  if (issues.length > 0) throw validationError(issues);
}

function refuseFile(message: string): AppError {
  const issues = [{ path: "file", message }];
  return new AppError("invalid", { message: `The file ${message}.`, members: { issues }, issues });
}
