import type { ResourcePath } from "../../resources/resource-views.browser.ts";
import type { ExampleCall } from "../code/example-code.browser.ts";

/** The reference as its pages show it: the OpenAPI document with every `$ref` resolved. Safe for the browser. */
export interface ApiReference {
  /** Conventions for every path: paragraphs of Markdown. */
  introduction: string[];
  groups: OperationGroup[];
}

/** The operations of one tag, which share a page. */
export interface OperationGroup {
  /** The page's slug: `cast-members`. */
  slug: string;
  name: string;
  description: string;
  operations: DocumentedOperation[];
}

export interface DocumentedOperation {
  /** The operation's anchor on its page: `list-shows`. */
  anchor: string;
  method: string;
  /** With `/api` and the names of its parameters: `/api/shows/{id}`. */
  path: string;
  summary: string;
  description: string | null;
  /** It will be removed; the description says when. */
  isDeprecated: boolean;
  /** Who may call it: everyone, signed-in users, or everyone without being counted. */
  access: "anybody" | "session" | "uncounted";
  parameters: Parameter[];
  body: Content | null;
  success: DocumentedResponse;
  /** By status, including 304. */
  others: DocumentedResponse[];
  /** A real call, without its origin. */
  call: ExampleCall;
}

export interface Parameter extends DocumentedField {
  place: "path" | "query" | "header";
  control: ParameterControl;
  /** Null when there is no real one. */
  example: string | null;
}

/** How a form asks for a parameter. The last three take several values, separated by commas. */
export type ParameterControl =
  | { kind: "text" | "date" | "number" }
  | { kind: "choice"; values: string[] }
  | { kind: "choices"; values: string[] }
  /** Fields to sort by, each with `-` before it for descending. */
  | { kind: "order"; fields: string[] }
  /** The ids of records of a resource. */
  | { kind: "records"; path: ResourcePath };

export interface DocumentedResponse {
  status: number;
  description: string;
  /** `required` is false for one that only some of these responses have. */
  headers: { name: string; description: string; required?: boolean | undefined }[];
  content: Content | null;
}

export interface Content {
  /** `array of Show`. */
  type: string;
  fields: DocumentedField[];
  /** JSON values, usually one; none when there is nothing real to show. */
  examples: unknown[];
}

export interface DocumentedField {
  /** With the names of its parents: `show.name`. */
  name: string;
  /** `string`, `array of integer`. */
  type: string;
  mayBeNull: boolean;
  isRequired: boolean;
  /** The constraints of its value: `at most 200 characters`. */
  limits: string[];
  /** Markdown; empty when the name says it all. */
  description: string;
}

/** Whether everyone may call an operation to read; the others are for staff, or for the service's own pages. */
export function isPublicRead({ method, access }: Pick<DocumentedOperation, "method" | "access">): boolean {
  return method === "GET" && access !== "session";
}

/** What the headers of all responses mean, by name. */
export function headersOf(operations: readonly DocumentedOperation[]): Map<string, string> {
  const headers = operations.flatMap(({ success, others }) => [success, ...others].flatMap((one) => one.headers));
  return new Map(headers.map(({ name, description }) => [name, description]));
}

/* The anchors of parts of the reference's pages. */

/** @param part `path`, `query`, `header`, `body` or `answer`. @param field with the names of its parents. */
export function fieldAnchor(operation: string, part: string, field: string): string {
  return `${operation}-${part}-${field.replaceAll(/[^\w-]+/g, "-")}`;
}

/** Of a response header, on the first page of the documentation. */
export function headerAnchor(name: string): string {
  return `header-${name.toLowerCase()}`;
}

/** Of the failures with this status, in the guide to errors. `Link` of every error names it. */
export function statusAnchor(status: number): string {
  return `status-${status}`;
}
