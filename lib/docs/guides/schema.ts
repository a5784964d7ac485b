import type { Code } from "../code/schema.ts";

/** A guide as data, so that its page, its plain text and the test of its examples read the same. */
export interface Guide {
  slug: string;
  title: string;
  /** What it is good for, in one sentence. */
  summary: string;
  sections: Section[];
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

/** What guides say differs with the service that serves them. */
export interface Setting {
  /** `https://listings.example`. */
  origin: string;
  /** Requests a day. */
  limits: { public: number; key: number; account: number };
  /** Real addresses of the running service, from its reference: `/api/shows/hamilton`. */
  paths: { show: string; production: string; productions: string };
  /** Each way to fail that the reference knows. */
  failures: { status: number; error: string; description: string; message: string | null }[];
}

/** The example of a key. It is none: no secret scanner takes it for one. */
export const keyExample = "tl_live_…";
