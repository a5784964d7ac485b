import type { Code } from "../code/schema.ts";

/** A guide as read from its Markdown, so that its page, its plain text and the test of its examples agree. */
export interface Guide {
  slug: string;
  title: string;
  /** What it is good for, in one sentence. */
  summary: string;
  sections: Section[];
  /** All of it as Markdown, its placeholders filled. */
  text: string;
}

export interface Section {
  /** Of its heading. */
  anchor: string;
  title: string;
  blocks: Block[];
}

/** Texts are Markdown, a paragraph or a line each. */
export type Block =
  | { kind: "text"; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "table"; head: string[]; rows: string[][] }
  | { kind: "example"; example: Example };

export interface Example {
  /** What it is an example of; tells it from the others of its guide. */
  name: string;
  code: Partial<Code>;
  /** What the first of the languages prints, with real values; lines that do not matter here are left out. */
  output?: string;
  /** A pattern that holds for what each of them prints. */
  prints: string;
}
