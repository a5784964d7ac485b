import type { Code } from "../code/example-code.browser.ts";

/** A guide parsed from Markdown, for its page, its plain text and the test of its examples. */
export interface Guide {
  slug: string;
  title: string;
  /** Its purpose, in one sentence. */
  summary: string;
  sections: Section[];
  /** The whole guide as Markdown, with placeholders filled in. */
  text: string;
}

export interface Section {
  anchor: string;
  title: string;
  blocks: Block[];
}

/** Texts are Markdown, one paragraph or line each. */
export type Block =
  | { kind: "text"; text: string }
  | { kind: "list"; items: string[]; isNumbered?: boolean }
  | { kind: "picture"; name: string; alt: string }
  | { kind: "table"; head: string[]; rows: string[][] }
  | { kind: "code"; text: string }
  | { kind: "example"; example: GuideExample };

export interface GuideExample {
  /** What the example shows; unique within its guide. */
  name: string;
  code: Partial<Code>;
  /** The output of the first language, with real values; irrelevant lines are left out. */
  output?: string;
  /** A pattern that the output of each language matches. */
  prints: string;
  /** The path below `/api` of an example that is one request, for readers to send it. */
  request?: string;
  /** What it printed when its test ran it. */
  answer: GuideAnswer | undefined;
}

/** What an example printed, shortened: JSON, or text. */
export interface GuideAnswer {
  json?: unknown;
  text?: string;
  /** Whether something is left out. */
  isCut: boolean;
}
