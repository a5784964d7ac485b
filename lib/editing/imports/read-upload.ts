import "server-only";
import { z } from "zod";
import { parseJson } from "../../core/json.browser.ts";
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

const noObject = "must be a JSON object";
const noChoice = 'must be the number of a row with a choice: {"4":"create"}';

/** The settings that are JSON in a text. */
const decisions = z.object({
  mapping: z
    .record(z.string(), z.string("must be the name of a field, or null to ignore the column").nullable(), noObject)
    .optional(),
  choices: z
    .record(z.string().regex(/^[1-9]\d{0,6}$/), z.string(noChoice), {
      error: ({ code }) => (code === "invalid_key" ? noChoice : noObject),
    })
    .optional(),
});

function uploadOf(bytes: Uint8Array, isJson: boolean, settings: ImportSettings) {
  if (isWorkbook(bytes))
    throw new AppError("unsupported_media_type", {
      message:
        "The file is a workbook. In Excel choose File → Save As → “CSV UTF-8 (Comma delimited)”, in Numbers or LibreOffice export it as CSV in Unicode (UTF-8), and send that file.",
    });
  const [mapping, choices] = [settings.mapping, settings.choices].map((text) => text && (parseJson(text) ?? null));
  const { issues, input } = validateObject({ mapping, choices }, decisions);
  if (!input) throw validationError(issues);
  return {
    bytes,
    /** Whether its sender calls it JSON; a file that begins like JSON is read as JSON too. */
    isJson,
    ...{ encoding: settings.encoding, dates: settings.dates },
    isDryRun: settings.dry_run === "true",
    skipsRefused: settings.skip_refused === "true",
    /** By column, the field; null to ignore the column. */
    mapping: input.mapping ? new Map(Object.entries(input.mapping)) : null,
    /** By the number of the row. */
    choices: new Map(Object.entries(input.choices ?? {}).map(([row, choice]) => [Number(row), choice] as const)),
  };
}

export function fileTooLarge(): AppError {
  return new AppError("content_too_large", {
    message: `A file has at most ${maxChangesBytes / 1024 ** 2} MiB. Split it, and import the parts one after another.`,
  });
}
