import "server-only";
import type { z } from "zod";
import { AppError } from "../errors.ts";
import type { Call } from "./route.ts";

/** Contract §5. */
export const mostBodyBytes = 64 * 1024;
/** Deeper than any body of ours, shallow enough for every recursive reader. */
export const mostNesting = 32;
/** How many issues a 400 names (contract §5). */
export const maxIssues = 100;
/** A message is read by people: the rest stands in the issues. */
const maxFieldsInMessage = 5;
/** Longer than any field of ours: an answer must not grow with the names that a client invents. */
const maxNameCharacters = 30;

export function bodyTooLarge(most: number): AppError {
  return new AppError("content_too_large", { message: `A body has at most ${most} bytes.` });
}

export function bodyCutOff(): AppError {
  return new AppError("bad_request", { message: "The body ended before its announced end." });
}

export interface Inspected<Input> {
  /** The object as it was sent. */
  sent: Record<string, unknown>;
  problems: Problem[];
  /** Null when there are problems. */
  input: Input | null;
}

/**
 * The JSON object in a request's body as `schema` reads it, and every field that is wrong.
 *
 * @throws AppError 413, 415, or 400 when the body is no JSON object at all.
 */
export async function inspectInput<Schema extends z.ZodType>(
  call: Call,
  schema: Schema,
): Promise<Inspected<z.infer<Schema>>> {
  return inspect(parseObject(await readJson(call, mostBodyBytes)), schema);
}

/** As `inspectInput`, where no body at all is as good as `{}`. */
export async function inspectOptionalInput<Schema extends z.ZodType>(
  call: Call,
  schema: Schema,
): Promise<Inspected<z.infer<Schema>>> {
  const bytes = await call.readBody(mostBodyBytes);
  return bytes.length === 0 ? inspect({}, schema) : inspectInput({ ...call, readBody: async () => bytes }, schema);
}

/**
 * The bytes of a body that says it is JSON.
 *
 * @throws AppError 413, 415
 */
export async function readJson(call: Call, most: number): Promise<Buffer> {
  const bytes = await call.readBody(most);
  if (!/^application\/json *(;|$)/i.test(call.header("content-type") ?? "")) {
    throw new AppError("unsupported_media_type", {
      message: "Send JSON, with the header Content-Type: application/json.",
    });
  }
  return bytes;
}

/** What `schema` finds in an object, and all that it finds wrong. */
export function inspect<Schema extends z.ZodType>(
  sent: Record<string, unknown>,
  schema: Schema,
): Inspected<z.infer<Schema>> {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return { sent, problems: [], input: parsed.data };
  return { sent, problems: parsed.error.issues.flatMap(problemsOf), input: null };
}

export interface Problem {
  path: string;
  message: string;
}

/** The 400 that names the fields that are wrong, the first 100 of them. */
export function invalid(issues: Problem[]): AppError {
  const fields = [...new Set(issues.map((issue) => issue.path).filter(Boolean))];
  const message =
    fields.length > 0 ? `Invalid fields: ${listed(fields)}.` : (issues[0]?.message ?? "The body is not valid.");
  return new AppError("invalid", { message, members: { issues: issues.slice(0, maxIssues) }, issues });
}

function listed(fields: string[]): string {
  const more = fields.length - maxFieldsInMessage;
  return fields.slice(0, maxFieldsInMessage).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** All that `invalid` was given, also what the answer does not name; nothing for another error. */
export function issuesOf(error: AppError): Problem[] {
  return [...(error.details.issues ?? [])];
}

function parseObject(bytes: Buffer): Record<string, unknown> {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid([{ path: "", message: "The body is not UTF-8." }]);
  }
  if (nesting(text) > mostNesting) throw invalid([{ path: "", message: "The body is nested too deeply." }]);
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid([{ path: "", message: "The body is not JSON." }]);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid([{ path: "", message: "The body is not a JSON object." }]);
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
function problemsOf(issue: z.core.$ZodIssue): Problem[] {
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
