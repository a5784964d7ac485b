import "server-only";
import type { z } from "zod";
import type { AppError } from "../core/errors.ts";

/** That an operation will be removed (contract §16). */
export interface Deprecation {
  /** The day of its announcement, `YYYY-MM-DD` in UTC. */
  readonly since: string;
  /** The first day on which it may be gone. */
  readonly sunset: string;
  /** What to use instead, in one sentence. */
  readonly instead: string;
}

/** The description of an operation. The OpenAPI document, everything generated from it, and the tests read it. */
export interface Declaration {
  readonly operationId: string;
  readonly tag: OperationTag;
  readonly summary: string;
  readonly description?: string;
  /** Set at least 180 days before the operation is removed; the changelog announces it. */
  readonly deprecation?: Deprecation;
  readonly input: InputDeclaration;
  readonly output: OutputDeclaration;
  /** Successful responses with another status than `output`. */
  readonly otherOutputs?: readonly OutputDeclaration[];
  /** Added to the failures that follow from access, cost and input. The last one for each status wins. */
  readonly failures?: readonly Failure[];
}

/** The section of the document that lists the operation. */
export interface OperationTag {
  readonly name: string;
  readonly description: string;
}

export interface InputDeclaration {
  readonly params?: ParamDeclarations;
  /** An array field takes all values of its parameter; any other field takes the first. */
  readonly query?: z.ZodObject;
  /** Keyed by the field names of `query`. */
  readonly queryExamples?: Readonly<Record<string, ExampleSource>>;
  /** Added to the headers of every request. */
  readonly headers?: readonly RequestHeaderName[];
  readonly body?: z.ZodType;
  readonly bodyExample?: ExampleSource;
  /** Other media types that the body may have, each with its JSON Schema and an example. */
  readonly otherBodies?: Readonly<Record<string, { readonly schema: object; readonly example: unknown }>>;
  /** Treats an empty body as `{}`. */
  readonly isBodyOptional?: boolean;
}

/** Keyed by the `{name}` in the path. Every value is a string. */
export type ParamDeclarations = Readonly<Record<string, ParamDeclaration>>;

interface ParamDeclaration {
  readonly description: string;
  readonly example?: ExampleSource;
}

export interface OutputDeclaration {
  /** Defaults to 200. */
  readonly status?: number;
  readonly description: string;
  readonly schema: z.ZodType;
  /** Where it is absent, the document derives one from the schema. */
  readonly example?: ExampleSource;
  /** The media types, besides JSON, that `Accept` can ask for. */
  readonly otherTypes?: readonly string[];
  /** Added to the headers of every response. */
  readonly headers?: readonly HeaderName[];
  /** Added to the headers of some responses. */
  readonly optionalHeaders?: readonly HeaderName[];
}

/** A JSON value, or a function that builds one from sample records; undefined when no sample fits. */
export type ExampleSource = object | string | ((samples: readonly RecordSample[]) => unknown);

export interface RecordSample {
  readonly id: string;
  /** JSON of the record in its single read. */
  readonly record: string;
  /** JSON of the record in a list. */
  readonly entry: string;
  /** The resource's path, without its slash. */
  readonly path: string;
}

export interface Failure {
  /** The name of the response in the document. */
  readonly id: string;
  readonly status: number;
  readonly description: string;
  /** The possible bodies, each with an example; usually one. */
  readonly bodies: readonly FailureBody[];
  readonly error: AppError;
  /** Added to the headers of every response. */
  readonly headers: readonly HeaderName[];
}

interface FailureBody {
  /** The name of the schema in the document. */
  readonly id: string;
  readonly schema: z.ZodObject;
  readonly example: Record<string, unknown>;
}

/** The response headers that the document describes. */
export type HeaderName =
  | "X-RateLimit-Limit"
  | "X-RateLimit-Remaining"
  | "X-RateLimit-Reset"
  | "RateLimit-Policy"
  | "RateLimit"
  | "X-Request-Id"
  | "ETag"
  | "Location"
  | "Retry-After"
  | "WWW-Authenticate"
  | "Allow"
  | "Link"
  | "X-Total-Count"
  | "X-Ignored-Parameters"
  | "Activity-Id";

/** The request headers that the document describes. `If-None-Match` follows from `isConditional`. */
export type RequestHeaderName = "If-Match" | "If-None-Match";

/** The id in examples of what is no record. */
export const exampleId = "6a1f0d52-9c3e-4b7a-8d25-0e9f4c6b1a73";

/** Declares the path parameter `{id}`. @param term what has the id, in lower case. */
export function idParam(term: string, example: ExampleSource = exampleId): { readonly id: ParamDeclaration } {
  return { id: { description: `The id of the ${term}.`, example } };
}

/** `Cast member not found` → `CastMemberNotFound`. */
export function pascalCase(words: string): string {
  return words.replace(/(?:^|[ -])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
