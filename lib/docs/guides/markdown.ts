import "server-only";
import { languages, type Code } from "../code/schema.ts";
import { blockTokens, fenceOf } from "./parse-guide.ts";
import type { Guide } from "./schema.ts";

/** A guide's text as Markdown: headings one level lower and without anchors, and no comments. */
export function guideAsMarkdown({ text }: Guide): string {
  return blockTokens(text)
    .map(({ type, raw }) => {
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
