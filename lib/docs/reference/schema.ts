import type { Call } from "../code/schema.ts";

/** The reference as its pages show it: the OpenAPI document with every `$ref` resolved. Safe for the browser. */
export interface Reference {
  /** Conventions for every path: paragraphs of Markdown. */
  introduction: string[];
  groups: Group[];
}

/** The operations of one tag, which share a page. */
export interface Group {
  /** The page's slug: `cast-members`. */
  slug: string;
  name: string;
  description: string;
  operations: Operation[];
}

export interface Operation {
  /** The operation's anchor on its page: `list-shows`. */
  anchor: string;
  method: string;
  /** With `/api` and the names of its parameters: `/api/shows/{id}`. */
  path: string;
  summary: string;
  description: string | null;
  /** Who may call it: anybody, signed-in users, or anybody without being counted. */
  access: "anybody" | "session" | "uncounted";
  parameters: Parameter[];
  body: Content | null;
  success: Answer;
  /** By status, including 304. */
  others: Answer[];
  /** A real call, without its origin. */
  call: Call;
}

export interface Parameter extends Field {
  place: "path" | "query" | "header";
  /** Null when there is no real one. */
  example: string | null;
}

export interface Answer {
  status: number;
  description: string;
  headers: { name: string; description: string }[];
  content: Content | null;
}

export interface Content {
  /** `array of Show`. */
  type: string;
  fields: Field[];
  /** JSON values, usually one; none when there is nothing real to show. */
  examples: unknown[];
}

export interface Field {
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
