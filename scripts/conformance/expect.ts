import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { decodedBody, requestName, type ConformanceResponse } from "./client.ts";

/** The service violates the contract. */
export class Mismatch extends Error {
  constructor(
    /** What was checked. */
    readonly what: string,
    readonly actual: unknown,
    readonly expected: unknown,
  ) {
    super(`${what}: expected ${shown(expected)}, got ${shown(actual)}`);
  }
}

/** A check that can't run here, with the reason. */
export class NotCheckable extends Error {}

export function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) throw new Mismatch(what, actual, expected);
}

/** @param expected in words. */
export function expectThat(what: string, isSo: boolean, actual: unknown, expected: string): void {
  if (!isSo) throw new Mismatch(what, actual, expected);
}

/** Parses the value with the schema. */
export function expectSchema<Schema extends z.ZodType>(what: string, value: unknown, schema: Schema): z.infer<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const wrong = read.error.issues.slice(0, 3).map(({ path, message }) => `${path.join(".") || "it"}: ${message}`);
  throw new Mismatch(what, wrong.join("; "), "what the contract describes");
}

export function expectStatus(answer: ConformanceResponse, status: number): void {
  expectSame(`status of ${requestName(answer)}`, answer.status, status);
}

/** The JSON of a response with this status. */
export function expectBody(answer: ConformanceResponse, status: number): unknown {
  expectStatus(answer, status);
  try {
    return JSON.parse(decodedBody(answer).toString("utf8"));
  } catch {
    throw new Mismatch(`body of ${requestName(answer)}`, decodedBody(answer).toString("utf8"), "JSON");
  }
}

/** The members of an error's body. */
export function expectError(answer: ConformanceResponse, status: number, error: string): Record<string, unknown> {
  const body = expectBody(answer, status);
  expectThat(`body of ${requestName(answer)}`, isObject(body), body, "a JSON object");
  const members = body as Record<string, unknown>;
  expectSame(`"error" of ${requestName(answer)}`, members["error"], error);
  return members;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const maxShown = 300;

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
