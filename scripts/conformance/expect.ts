import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { contentOf, nameOf, type Answer } from "./client.ts";

/** Something is not as the contract says. */
export class Unlike extends Error {
  constructor(
    /** What was looked at. */
    readonly what: string,
    readonly actual: unknown,
    readonly expected: unknown,
  ) {
    super(`${what}: expected ${shown(expected)}, got ${shown(actual)}`);
  }
}

/** A check that can't be made here, and why. */
export class Unaskable extends Error {}

export function same(what: string, actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) throw new Unlike(what, actual, expected);
}

/** @param expected in words. */
export function holds(what: string, isSo: boolean, actual: unknown, expected: string): void {
  if (!isSo) throw new Unlike(what, actual, expected);
}

/** The value as the schema reads it. */
export function fits<Schema extends z.ZodType>(what: string, value: unknown, schema: Schema): z.infer<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const wrong = read.error.issues.slice(0, 3).map(({ path, message }) => `${path.join(".") || "it"}: ${message}`);
  throw new Unlike(what, wrong.join("; "), "what the contract describes");
}

export function answersWith(answer: Answer, status: number): void {
  same(`status of ${nameOf(answer)}`, answer.status, status);
}

/** The JSON of an answer that has this status. */
export function bodyOf(answer: Answer, status: number): unknown {
  answersWith(answer, status);
  try {
    return JSON.parse(contentOf(answer).toString("utf8"));
  } catch {
    throw new Unlike(`body of ${nameOf(answer)}`, contentOf(answer).toString("utf8"), "JSON");
  }
}

/** The members of an error's body. */
export function refusalOf(answer: Answer, status: number, error: string): Record<string, unknown> {
  const body = bodyOf(answer, status);
  holds(`body of ${nameOf(answer)}`, isObject(body), body, "a JSON object");
  const members = body as Record<string, unknown>;
  same(`"error" of ${nameOf(answer)}`, members["error"], error);
  return members;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const mostShown = 300;

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}
