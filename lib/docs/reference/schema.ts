import type { Call } from "../code/schema.ts";

/** The reference as its pages show it: the OpenAPI document with every `$ref` followed. Safe for the browser. */
export interface Reference {
  /** What holds for every path: paragraphs of Markdown. */
  introduction: string[];
  groups: Group[];
}

/** What stands under one tag, and so on one page. */
export interface Group {
  /** Of its page: `cast-members`. */
  slug: string;
  name: string;
  description: string;
  operations: Operation[];
}

export interface Operation {
  /** Names it on its page: `list-shows`. */
  anchor: string;
  method: string;
  /** With `/api`, and the names of its parameters: `/api/shows/{id}`. */
  path: string;
  summary: string;
  description: string | null;
  /** Whom it is for: anybody, whoever is signed in, or anybody without being counted. */
  access: "anybody" | "session" | "uncounted";
  parameters: Parameter[];
  body: Content | null;
  success: Answer;
  /** By status; the 304 among them. */
  others: Answer[];
  /** A real call, without its origin. */
  call: Call;
}

export interface Parameter extends Field {
  place: "path" | "query" | "header";
  /** Null where there is no real one. */
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
  /** JSON values, mostly one; none where there is nothing real to show. */
  examples: unknown[];
}

export interface Field {
  /** With the names of what it is in: `show.name`. */
  name: string;
  /** `string`, `array of integer`. */
  type: string;
  mayBeNull: boolean;
  isRequired: boolean;
  /** What its value must keep to: `at most 200 characters`. */
  limits: string[];
  /** Markdown; empty where the name says it all. */
  description: string;
}
