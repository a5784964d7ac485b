import "server-only";
import { z } from "zod";
import type { AppError } from "../errors.ts";
import type { Failure, HeaderName } from "./declaration.ts";

const failureMessage = z.string().describe("What happened and what to do about it. For people: it may be reworded.");

interface Definition {
  id: string;
  description: string;
  /** An error as the service throws it, so that status, text and body match the real responses. */
  example: AppError;
  /** The body's members besides `error` and `message`. */
  members?: z.ZodRawShape;
  headers?: readonly HeaderName[];
}

export function defineFailure({ id, description, example, members = {}, headers = [] }: Definition): Failure {
  const { status, body } = example;
  const error = z.literal(String(body["error"])).describe("For programs: the text is stable.");
  const message = body["message"] === undefined ? {} : { message: failureMessage };
  const schema = z.strictObject({ error, ...message, ...members }).meta({ id, description });
  return { id, status, description, bodies: [{ id, schema, example: body }], headers };
}

/** Merges two failures of the same status, because OpenAPI allows one response per status. */
export function eitherFailure(one: Failure, other: Failure): Failure {
  return {
    id: `${one.id}Or${other.id}`,
    status: one.status,
    description: `${one.description} Or: ${other.description}`,
    bodies: [...one.bodies, ...other.bodies],
    headers: [...new Set([...one.headers, ...other.headers])],
  };
}
