import "server-only";
import { languages } from "../code/schema.ts";
import type { Block, Guide } from "./schema.ts";

/** A guide as Markdown, its headings one step below `#`. */
export function guideAsMarkdown({ title, summary, sections }: Guide): string {
  const parts = sections.flatMap((section) => [`### ${section.title}`, ...section.blocks.map(blockAsMarkdown)]);
  return [`## ${title}`, summary, ...parts].join("\n\n");
}

function blockAsMarkdown(block: Block): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "list":
      return block.items.map((item) => `- ${item}`).join("\n");
    case "table":
      return [block.head, block.head.map(() => "---"), ...block.rows]
        .map((cells) => `| ${cells.join(" | ")} |`)
        .join("\n");
    case "example":
      return exampleAsMarkdown(block.example);
  }
}

function exampleAsMarkdown({ name, code, output }: Extract<Block, { kind: "example" }>["example"]): string {
  const parts = languages.flatMap(({ value }) => {
    const text = code[value];
    return text === undefined ? [] : [fenced(value === "curl" ? "sh" : value, text)];
  });
  return [`${name}:`, ...parts, ...(output === undefined ? [] : [fenced("http", output)])].join("\n\n");
}

export function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
