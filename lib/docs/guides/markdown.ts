import "server-only";
import { languages, type Code } from "../code/schema.browser.ts";
import { blockTokens, fenceOf } from "./parse-guide.ts";
import type { Guide } from "./schema.browser.ts";

/**
 * A guide's text as Markdown, for assistants: headings one level lower and without anchors, no comments, and examples in
 * two languages.
 */
export function guideAsMarkdown({ text }: Guide): string {
  return blockTokens(text)
    .map((token) => {
      const { type, raw } = token;
      // An assistant translates it itself.
      if (token.type === "code" && token.lang === "python") return "";
      if (type === "heading") return `#${raw.replace(/ \{#[\w-]+\}/, "")}`;
      // A picture says nothing in a text.
      return type === "html" || raw.startsWith("![") ? "" : raw;
    })
    .join("")
    .trimEnd();
}

/** A fenced code block for each language. */
export function codeAsMarkdown(code: Code): string {
  return languages.map(({ value }) => fenced(fenceOf(value), code[value])).join("\n\n");
}

export function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
