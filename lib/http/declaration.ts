import "server-only";
import type { z } from "zod";
import type { SerializedRecord } from "../snapshots/resource-snapshot.ts";

/** What an operation says about itself. The OpenAPI document, what follows from it, and the tests read it. */
export interface Declaration {
  readonly operationId: string;
  readonly tag: OperationTag;
  readonly summary: string;
  readonly description?: string;
  readonly input: InputDeclaration;
  readonly output: OutputDeclaration;
  /** Answers without an error that have another status than `output`. */
  readonly otherOutputs?: readonly OutputDeclaration[];
  /** Besides those that follow from the access, the cost and the input. The last one of a status counts. */
  readonly failures?: readonly Failure[];
}

/** The chapter of the document that an operation stands in. */
export interface OperationTag {
  readonly name: string;
  readonly description: string;
}

export interface InputDeclaration {
  readonly params?: ParamDeclarations;
  /** An array takes every value of its name; any other field takes the first. */
  readonly query?: z.ZodObject;
  /** By the names in `query`. */
  readonly queryExamples?: Readonly<Record<string, ExampleSource>>;
  /** Besides those of every request. */
  readonly headers?: readonly RequestHeaderName[];
  readonly body?: z.ZodType;
  readonly bodyExample?: ExampleSource;
  /** No body at all is as good as `{}`. */
  readonly isBodyOptional?: boolean;
}

/** By the name that stands in the path as `{name}`. Each is a string. */
export type ParamDeclarations = Readonly<Record<string, ParamDeclaration>>;

interface ParamDeclaration {
  readonly description: string;
  readonly example?: ExampleSource;
}

export interface OutputDeclaration {
  /** 200 when absent. */
  readonly status?: number;
  readonly description: string;
  readonly schema: z.ZodType;
  readonly example?: ExampleSource;
  /** Besides those of every answer. */
  readonly headers?: readonly HeaderName[];
}

/** A JSON value, or how to make one of the records there are; undefined where there is none to show. */
export type ExampleSource = object | string | ((samples: readonly RecordSample[]) => unknown);

/** A record of a resource, to show. */
export interface RecordSample extends Readonly<SerializedRecord> {
  /** The resource's path, without its slash. */
  readonly path: string;
}

/** One answer that says no, and what the caller is told then. */
export interface Failure {
  /** Names the answer. */
  readonly id: string;
  readonly status: number;
  readonly description: string;
  /** The bodies it may have, each with an example; mostly one. */
  readonly bodies: readonly FailureBody[];
  /** Besides those of every answer. */
  readonly headers: readonly HeaderName[];
}

interface FailureBody {
  /** Names the schema. */
  readonly id: string;
  readonly schema: z.ZodObject;
  readonly example: Record<string, unknown>;
}

/** The headers that the document describes. */
export type HeaderName =
  | "X-RateLimit-Limit"
  | "X-RateLimit-Remaining"
  | "X-RateLimit-Reset"
  | "X-Request-Id"
  | "ETag"
  | "Location"
  | "Retry-After"
  | "WWW-Authenticate"
  | "Allow";

/** The headers of requests that the document describes. `If-None-Match` follows from `isConditional`. */
export type RequestHeaderName = "If-Match" | "If-None-Match";

/** `{id}` in a path. @param noun in lower case. */
export function idParam(noun: string, example?: ExampleSource): { readonly id: ParamDeclaration } {
  return { id: { description: `The id of the ${noun}.`, ...(example === undefined ? {} : { example }) } };
}

/** `Cast member not found` → `CastMemberNotFound`. */
export function pascalCase(words: string): string {
  return words.replace(/(?:^|[ -])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
