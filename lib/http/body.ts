import "server-only";
import type { z } from "zod";
import { AppError } from "../errors.ts";
import type { HttpRequest } from "./route.ts";

/** Contract §5. */
export const maxBodyBytes = 64 * 1024;
/** Deeper than any body of ours, shallow enough for every recursive reader. */
export const maxNesting = 32;
/** How many issues a 400 names (contract §5). */
export const maxIssues = 100;
/** A message is read by people: the rest stands in the issues. */
const maxFieldsInMessage = 5;
/** Longer than any field of ours: an answer must not grow with the names that a client invents. */
const maxNameCharacters = 30;

export function bodyTooLarge(max: number): AppError {
  return new AppError("content_too_large", { message: `A body has at most ${max} bytes.` });
}

export function bodyIncomplete(): AppError {
  return new AppError("bad_request", { message: "The body ended before its announced end." });
}

export interface Validated<Input> {
  /** The object as it was sent. */
  sent: Record<string, unknown>;
  issues: FieldIssue[];
  /** Null when there are problems. */
  input: Input | null;
}

/**
 * The JSON object in a request's body as `schema` reads it, and every field that is wrong.
 *
 * @throws AppError 413, 415, or 400 when the body is no JSON object at all.
 */
export async function validateBody<Schema extends z.ZodType>(
  request: HttpRequest,
  schema: Schema,
): Promise<Validated<z.infer<Schema>>> {
  return validateObject(parseObject(await readJsonBody(request, maxBodyBytes)), schema);
}

/** As `validateBody`, where no body at all is as good as `{}`. */
export async function validateOptionalBody<Schema extends z.ZodType>(
  request: HttpRequest,
  schema: Schema,
): Promise<Validated<z.infer<Schema>>> {
  const bytes = await request.readBody(maxBodyBytes);
  return bytes.length === 0
    ? validateObject({}, schema)
    : validateBody({ ...request, readBody: async () => bytes }, schema);
}

/**
 * The bytes of a body that says it is JSON.
 *
 * @throws AppError 413, 415
 */
export async function readJsonBody(request: HttpRequest, max: number): Promise<Buffer> {
  const bytes = await request.readBody(max);
  if (!/^application\/json *(;|$)/i.test(request.header("content-type") ?? "")) {
    throw new AppError("unsupported_media_type", {
      message: "Send JSON, with the header Content-Type: application/json.",
    });
  }
  return bytes;
}

/** What `schema` finds in an object, and all that it finds wrong. */
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
}

/** The 400 that names the fields that are wrong, the first 100 of them. */
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

/** All that `validationError` was given, also what the answer does not name; nothing for another error. */
export function allIssuesOf(error: AppError): FieldIssue[] {
  return [...(error.details.issues ?? [])];
}

function parseObject(bytes: Buffer): Record<string, unknown> {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw validationError([{ path: "", message: "The body is not UTF-8." }]);
  }
  if (nesting(text) > maxNesting) throw validationError([{ path: "", message: "The body is nested too deeply." }]);
  try {
    value = JSON.parse(text);
  } catch {
    throw validationError([{ path: "", message: "The body is not JSON." }]);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw validationError([{ path: "", message: "The body is not a JSON object." }]);
  }
  return { ...value };
}

/** How deep the deepest bracket outside of any string stands. */
function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === "\\") at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "{" || character === "[") deepest = Math.max(deepest, (depth += 1));
    else if (character === "}" || character === "]") depth -= 1;
  }
  return deepest;
}

/** Unknown fields come as one issue; a caller wants one for each. */
function fieldIssuesOf(issue: z.core.$ZodIssue): FieldIssue[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ path: shortened(key), message: "There is no such field." }));
  const isMissing = issue.code === "invalid_type" && /received undefined$/.test(issue.message);
  return [{ path: issue.path.join("."), message: isMissing ? "is required" : issue.message }];
}

function shortened(name: string): string {
  if (name.length <= maxNameCharacters) return name;
  // Half a surrogate pair is no character.
  return `${name.slice(0, maxNameCharacters).replace(/[\ud800-\udbff]$/, "")}…`;
}
