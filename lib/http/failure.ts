import "server-only";
import { z } from "zod";
import type { AppError } from "../errors.ts";
import type { Failure, HeaderName } from "./declaration.ts";

interface Definition {
  id: string;
  description: string;
  /** As the service would throw it, so that status, words and body are those of every real one. */
  example: AppError;
  /** Of the body, besides `error`. */
  members?: z.ZodRawShape;
  headers?: readonly HeaderName[];
}

export function defineFailure({ id, description, example, members = {}, headers = [] }: Definition): Failure {
  const { status, body } = example;
  const error = z.literal(String(body["error"])).describe("For programs: it stays as it is.");
  const schema = z.strictObject({ error, ...members }).meta({ id, description });
  return { id, status, description, bodies: [{ id, schema, example: body }], headers };
}

/** Two failures of one status: OpenAPI has one answer for each status. */
export function eitherFailure(one: Failure, other: Failure): Failure {
  return {
    id: `${one.id}Or${other.id}`,
    status: one.status,
    description: `${one.description} Or: ${other.description}`,
    bodies: [...one.bodies, ...other.bodies],
    headers: [...new Set([...one.headers, ...other.headers])],
  };
}

/** The `message` of a failure's body. */
export const failureMessage = z
  .string()
  .describe("What happened and what to do about it. For people: it may be reworded.");
