import "server-only";
import { AppError } from "../../core/errors.ts";
import { maxValues, requireBounds, validationError, type FieldIssue } from "../../http/body.ts";
import type { Resource } from "../../records/resource.ts";
import { maxChanges } from "../changes/limits.browser.ts";
import { findWrittenDates, isoDate } from "../csv/sheet.ts";
import {
  decodeText,
  detectEncoding,
  filedColumns,
  wordsToCheck,
  readCsvTable,
  readJsonTable,
  type Table,
} from "../csv/table.ts";
import { importFields, isKnownName, mappingKey, readColumns } from "./columns.ts";
import type { Upload } from "./read-upload.ts";
import { dayOrders, type ImportPlan } from "./schema.browser.ts";

const maxWords = 12;
/** Four times as many as of JSON: text has commas too. */
const maxCells = 4 * maxValues;

/**
 * Opens a file: its text, its columns, and the order of its days.
 *
 * @returns the file as a table, the field of each column (null for one that is ignored), the order of its days, and what
 * the plan tells of it.
 * @throws AppError 400 when it can't be read at all, is too long, or the request's mapping does not fit it; also when
 * something must be answered first and the request is no dry run.
 */
export function openFile(upload: Upload, resource: Resource) {
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
