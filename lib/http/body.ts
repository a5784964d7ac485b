import "server-only";
import type { z } from "zod";
import { isJsonObject, parseJson } from "../core/json.browser.ts";
import { AppError } from "../core/errors.ts";
import type { HttpRequest } from "./route.ts";

/** From contract §5. */
export const maxBodyBytes = 64 * 1024;
/** How long a connection stays open for what a client still sends, so that it can read a refusal first. */
export const lingerMilliseconds = 1_000;
/** Deeper than any valid body, and shallow enough for recursive parsers. */
const maxNesting = 32;
/** JSON.parse takes up to a quarter of a second for so many, in which no other request is handled. */
export const maxValues = 250_000;
/** How many issues a 400 lists (contract §5). */
export const maxIssues = 100;
/** Keeps the message readable; `issues` has the rest. */
const maxFieldsInMessage = 5;
/** Longer than any field name. The response must not grow with the names that a client invents. */
const maxNameCharacters = 30;

export function bodyTooLarge(max: number): AppError {
  return new AppError("content_too_large", { message: `A body has at most ${max} bytes.` });
}

export function bodyIncomplete(): AppError {
  return new AppError("bad_request", { message: "The body ended before its announced end." });
}

export function notAnnouncedAsJson(): AppError {
  return new AppError("unsupported_media_type", {
    message: "Send JSON, with the header Content-Type: application/json.",
  });
}

export interface Validated<Input> {
  sent: Record<string, unknown>;
  issues: FieldIssue[];
  /** Null when there are issues. */
  input: Input | null;
}

/**
 * Reads the JSON object in a request's body and validates it against `schema`.
 *
 * @param isOptional treats an empty body as `{}`.
 * @returns the parsed input, or one issue per invalid field.
 * @throws AppError 413, 415, or 400 when the body is not a JSON object.
 */
export async function validateBody<Schema extends z.ZodType>(
  request: HttpRequest,
  schema: Schema,
  isOptional = false,
): Promise<Validated<z.infer<Schema>>> {
  const bytes = await request.readBody(maxBodyBytes);
  if (isOptional && bytes.length === 0) return validateObject({}, schema);
  requireJson(request);
  return validateObject(parseObject(bytes), schema);
}

/** Reads at most `max` bytes of a body declared as JSON. @throws AppError 413; 415 for another content type. */
export async function readJsonBody(request: HttpRequest, max: number): Promise<Buffer> {
  const bytes = await request.readBody(max);
  requireJson(request);
  return bytes;
}

function requireJson(request: HttpRequest): void {
  if (!/^application\/json *(;|$)/i.test(request.header("content-type") ?? "")) throw notAnnouncedAsJson();
}

/** Validates an object against `schema`: returns the parsed input, or every issue. */
export function validateObject<Schema extends z.ZodType>(
  sent: Record<string, unknown>,
  schema: Schema,
): Validated<z.infer<Schema>> {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return { sent, issues: [], input: parsed.data };
  return { sent, issues: parsed.error.issues.flatMap(fieldIssuesOf), input: null };
}

export interface FieldIssue {
  path: string;
  message: string;
  /** The present value of a field that has changed since it was read. */
  now?: unknown;
}

/** The 400 that lists the first 100 issues. */
export function validationError(issues: FieldIssue[]): AppError {
  const fields = [...new Set(issues.map((issue) => issue.path).filter(Boolean))];
  const message =
    fields.length > 0 ? `Invalid fields: ${listed(fields)}.` : (issues[0]?.message ?? "The body is not valid.");
  return new AppError("invalid", { message, members: { issues: issues.slice(0, maxIssues) }, issues });
}

function listed(fields: string[]): string {
  const more = fields.length - maxFieldsInMessage;
  return fields.slice(0, maxFieldsInMessage).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** All issues given to `validationError`, including those that the response omits; empty for any other error. */
export function allIssuesOf(error: AppError): FieldIssue[] {
  return [...(error.details.issues ?? [])];
}

/** @throws AppError 400 when a body is not a JSON object in UTF-8, or one that takes long to parse. */
export function parseObject(bytes: Buffer): Record<string, unknown> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw validationError([{ path: "", message: "The body is not UTF-8." }]);
  }
  requireBounds(text);
  const value = parseJson(text);
  if (value === undefined) throw validationError([{ path: "", message: "The body is not JSON." }]);
  if (!isJsonObject(value)) throw validationError([{ path: "", message: "The body is not a JSON object." }]);
  return value;
}

/** Counts brackets and commas outside of strings. @throws AppError 400 when they nest too deeply or are too many. */
export function requireBounds(text: string): void {
  let [depth, values] = [0, 0];
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === "\\") at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "}" || character === "]") depth -= 1;
    else if (character === "{" || character === "[" || character === ",") {
      if (character !== ",") depth += 1;
      values += 1;
      if (depth > maxNesting) throw validationError([{ path: "", message: "The body is nested too deeply." }]);
      if (values > maxValues)
        throw validationError([{ path: "", message: `The body has more than ${maxValues} values. Split it.` }]);
    }
  }
}

/** Splits zod's single issue for all unknown fields into one issue per field. */
function fieldIssuesOf(issue: z.core.$ZodIssue): FieldIssue[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      path: [...issue.path, shortened(key)].join("."),
      message: "There is no such field.",
    }));
  const isMissing = issue.code === "invalid_type" && /received undefined$/.test(issue.message);
  return [{ path: issue.path.join("."), message: isMissing ? "is required" : issue.message }];
}

function shortened(name: string): string {
  if (name.length <= maxNameCharacters) return name;
  // The cut must not leave half of a surrogate pair.
  return `${name.slice(0, maxNameCharacters).replace(/[\ud800-\udbff]$/, "")}…`;
}
