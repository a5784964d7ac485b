import "server-only";
import { isJsonObject, parseJson } from "../../core/json.browser.ts";
import { AppError } from "../../core/errors.ts";
import { maxBodyBytes, validateObject, validationError, type FieldIssue } from "../../http/body.ts";
import type { HttpRequest } from "../../http/route.ts";
import { maxChangesBytes } from "../changes/limits.browser.ts";
import { isWorkbook } from "../csv/table.ts";
import { importSettings, type ImportSettings } from "./schema.browser.ts";

/** A file to import, and what its sender says of it. */
export type Upload = ReturnType<typeof uploadOf>;

/** For the fields beside the file, and what separates them. */
const maxFormBytes = maxChangesBytes + 16 * maxBodyBytes;

const charsets: Readonly<Record<string, ImportSettings["encoding"]>> = {
  "utf-8": "utf-8",
  utf8: "utf-8",
  "us-ascii": "utf-8",
  "windows-1252": "windows-1252",
  "iso-8859-1": "windows-1252",
  "utf-16": "utf-16",
};

/**
 * Reads the file of a request: the body itself, or the field `file` of a form.
 *
 * @param parameters of the address.
 * @throws AppError 413, 415, or 400 with the path of what is wrong.
 */
export async function readUpload(request: HttpRequest, parameters: ImportSettings): Promise<Upload> {
  const type = request.header("content-type") ?? "";
  const [mediaType = ""] = type.toLowerCase().split(";");
  const isForm = mediaType.trim() === "multipart/form-data";
  const body = await request.readBody(isForm ? maxFormBytes : maxChangesBytes).catch((error: unknown) => {
    throw error instanceof AppError && error.code === "content_too_large" ? fileTooLarge() : error;
  });
  if (isForm) return readForm(body, type, parameters);
  const isJson = mediaType.trim() === "application/json";
  if (!isJson && mediaType.trim() !== "text/csv")
    throw new AppError("unsupported_media_type", {
      message:
        "Send the file with Content-Type: text/csv or application/json, or as the field file of a form: curl -F file=@people.csv.",
    });
  const [, charset] = /;\s*charset="?([^";\s]+)"?/i.exec(type) ?? [];
  const encoding = parameters.encoding ?? (charset === undefined ? undefined : charsets[charset.toLowerCase()]);
  if (charset !== undefined && encoding === undefined)
    throw new AppError("unsupported_media_type", {
      message: `The charset ${charset.slice(0, 40)} can't be read. Save the file as UTF-8, or name its encoding: utf-8, windows-1252 or utf-16.`,
    });
  return uploadOf(body, isJson, { ...parameters, encoding });
}

async function readForm(body: Buffer, type: string, parameters: ImportSettings): Promise<Upload> {
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } })
    .formData()
    .catch(() => null);
  if (!form)
    throw validationError([{ path: "", message: "The form can't be read. Send it as curl -F file=@people.csv does." }]);
  const names = [...new Set(form.keys())];
  const repeated = names.filter((name) => form.getAll(name).length > 1 || name in parameters);
  const file = form.get("file");
  const fields = Object.fromEntries(names.filter((name) => name !== "file").map((name) => [name, form.get(name)]));
  const settings = validateObject({ ...fields }, importSettings);
  const issues: FieldIssue[] = [
    ...settings.issues,
    ...repeated.map((path) => ({ path, message: "must be given once" })),
    ...(file instanceof File ? [] : [{ path: "file", message: "must be a file, as of curl -F file=@people.csv" }]),
  ];
  if (issues.length > 0 || !settings.input || !(file instanceof File)) throw validationError(issues);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length > maxChangesBytes) throw fileTooLarge();
  const isJson = /\.json$/i.test(file.name) || file.type === "application/json";
  return uploadOf(bytes, isJson, { ...parameters, ...settings.input });
}

function uploadOf(bytes: Uint8Array, isJson: boolean, settings: ImportSettings) {
  if (isWorkbook(bytes))
    throw new AppError("unsupported_media_type", {
      message:
        "The file is a workbook. In Excel choose File → Save As → “CSV UTF-8 (Comma delimited)”, in Numbers or LibreOffice export it as CSV in Unicode (UTF-8), and send that file.",
    });
  const issues: FieldIssue[] = [];
  const mapping = readObject("mapping", settings.mapping, issues, (column, field) => {
    if (field === null || typeof field === "string") return [[column, field] as const];
    issues.push({ path: `mapping.${column}`, message: "must be the name of a field, or null to ignore the column" });
    return [];
  });
  const choices = readObject("choices", settings.choices, issues, (row, choice) => {
    if (/^[1-9]\d{0,6}$/.test(row) && typeof choice === "string") return [[Number(row), choice] as const];
    issues.push({ path: `choices.${row}`, message: 'must be the number of a row with a choice: {"4":"create"}' });
    return [];
  });
  if (issues.length > 0) throw validationError(issues);
  return {
    bytes,
    /** Whether its sender calls it JSON; a file that begins like JSON is read as JSON too. */
    isJson,
    ...{ encoding: settings.encoding, dates: settings.dates },
    isDryRun: settings.dry_run === "true",
    skipsRefused: settings.skip_refused === "true",
    /** By column, the field; null to ignore the column. */
    mapping: mapping && new Map(mapping),
    /** By the number of the row. */
    choices: new Map(choices),
  };
}

/** The members of a JSON object in a text; null without a text. */
function readObject<Entry>(
  path: string,
  text: string | undefined,
  issues: FieldIssue[],
  read: (name: string, value: unknown) => Entry[],
): Entry[] | null {
  if (text === undefined) return null;
  const value = parseJson(text);
  if (isJsonObject(value)) return Object.entries(value).flatMap(([name, member]) => read(name, member));
  issues.push({ path, message: "must be a JSON object" });
  return [];
}

export function fileTooLarge(): AppError {
  return new AppError("content_too_large", {
    message: `A file has at most ${maxChangesBytes / 1024 ** 2} MiB. Split it, and import the parts one after another.`,
  });
}
