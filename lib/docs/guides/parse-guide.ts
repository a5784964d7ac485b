import "server-only";
import { Lexer, type MarkedToken, type Tokens } from "marked";
import { languages, type Language } from "../code/example-code.browser.ts";
import type { Block, GuideAnswer, GuideExample, Guide, Section } from "./schema.browser.ts";

/** What its examples printed, by their names. */
export type GuideAnswers = Readonly<Record<string, GuideAnswer>>;

/**
 * Parses a guide from Markdown: `# title`, its summary, and sections that begin with `## title {#anchor}`. An example is
 * a paragraph with its name, the comment `<!-- prints: pattern -->`, then directly a fence per language, and `http` for output.
 * A fence of `json` or `text` elsewhere is a file or a command, which no test runs.
 * @throws Error for anything else.
 */
export function parseGuide(slug: string, text: string, answers: GuideAnswers): Guide {
  const [title, summary, ...rest] = blockTokens(text).filter(({ type }) => type !== "space");
  if (title?.type !== "heading" || summary?.type !== "paragraph")
    throw new Error(`The guide ${slug} does not begin with its title and its summary.`);
  if (/[*`[]/.test(summary.text))
    throw new Error(`The summary of the guide ${slug} must be plain, as lists of guides show it.`);
  const sections: Section[] = [];
  for (const token of rest) {
    const section = sections.at(-1);
    if (token.type === "heading") sections.push(parseHeading(token.text));
    else if (section) addBlock(token, section.blocks, answers);
    else throw new Error(`The guide ${slug} has text outside of its sections.`);
  }
  return { slug, title: title.text, summary: summary.text, sections, text };
}

/** The blocks of a text; Markdown within paragraphs, items and cells stays as it is. */
export function blockTokens(text: string): MarkedToken[] {
  return new Lexer().blockTokens(text) as MarkedToken[];
}

function parseHeading(text: string): Section {
  const [, title = "", anchor] = /^(.+) \{#([\w-]+)\}$/.exec(text) ?? [];
  if (anchor === undefined) throw new Error(`A heading has no anchor: ${text}.`);
  return { anchor, title, blocks: [] };
}

function addBlock(token: MarkedToken, blocks: Block[], answers: GuideAnswers): void {
  const before = blocks.at(-1);
  const [, alt, name] = (token.type === "paragraph" && pictureIn.exec(token.text)) || [];
  if (alt !== undefined && name !== undefined) blocks.push({ kind: "picture", name, alt });
  else if (token.type === "paragraph") blocks.push({ kind: "text", text: token.text });
  else if (token.type === "list")
    blocks.push({
      kind: "list",
      items: token.items.map(({ text }) => text),
      ...(token.ordered && { isNumbered: true }),
    });
  else if (token.type === "table")
    blocks.push({ kind: "table", head: cells(token.header), rows: token.rows.map(cells) });
  else if (token.type === "html" && before?.kind === "text")
    blocks.splice(-1, 1, { kind: "example", example: parseExample(before.text, token.text, answers) });
  else if (token.type === "code" && before?.kind === "example") addFence(token, before.example);
  else if (token.type === "code" && (token.lang === "json" || token.lang === "text"))
    blocks.push({ kind: "code", text: token.text });
  else throw new Error(`A guide can't show this: ${token.raw}`);
}

function cells(row: Tokens.TableCell[]): string[] {
  return row.map(({ text }) => text);
}

function parseExample(heading: string, comment: string, answers: GuideAnswers): GuideExample {
  const prints = /^<!-- prints: (.+) -->\s*$/.exec(comment)?.[1];
  if (prints === undefined) throw new Error(`This does not say what an example prints: ${comment}`);
  const name = heading.replace(/:$/, "");
  return { name, code: {}, prints, answer: answers[name] };
}

/** A paragraph that is a picture: what it shows, and its name. */
const pictureIn = /^!\[([^\]]+)\]\(([\w-]+)\)$/;

/** One GET below `/api`, perhaps with a key. */
const requestIn = /^curl (?:-[is]+ )?"?https?:\/\/[^\s"/]+\/api(\/[^\s"]*)"?(?: \\\n {2}-H "Authorization: [^\n]*)?$/;

function addFence({ lang, text }: Tokens.Code, example: GuideExample): void {
  const language = languages.find(({ value }) => fenceOf(value) === lang)?.value;
  if (language) example.code[language] = text;
  const request = language === "curl" ? requestIn.exec(text)?.[1] : undefined;
  if (request !== undefined) example.request = request;
  if (lang === "http") example.output = text;
  else if (!language) throw new Error(`No example is in this language: ${lang}.`);
}

/** The opening line of a fence in this language. */
export function fenceOf(language: Language): string {
  return language === "curl" ? "sh" : language;
}
