import "server-only";
import {
  isPublicRead,
  type ApiReference,
  type DocumentedResponse,
  type DocumentedField,
  type DocumentedOperation,
} from "../reference/schema.browser.ts";
import type { Guide } from "./schema.browser.ts";
import { type Code, curl, languages } from "../code/example-code.browser.ts";
import { blockTokens, fenceOf } from "./parse-guide.ts";

interface DocsContent {
  origin: string;
  reference: ApiReference;
  guides: Guide[];
}

const title = "# Theatre Listings";

/** An overview for language models, with links to the rest (llmstxt.org). */
export function llmsText({ origin, reference, guides }: DocsContent): string {
  const [about = "", ...rest] = reference.introduction;
  const reads = reference.groups.flatMap(({ slug, operations }) =>
    operations
      .filter(isPublicRead)
      .map(({ path, summary, anchor }) => `- [GET ${path}](${origin}/docs/${slug}#${anchor}): ${summary}.`),
  );
  return [
    title,
    `> ${about} A public JSON API: every list and record is read with GET, without a key.`,
    `Base URL: ${origin}/api. A first call: \`curl "${origin}/api/search/shows?limit=2"\``,
    `JavaScript and TypeScript: \`npm install ${origin}/downloads/client.tgz\`, then \`await new TheatreListings().get("/shows/{id}", { id: "les-miserables" })\`. [More](${origin}/docs/guides/typescript)`,
    ...rest,
    `## What can be read\n\n${reads.join("\n")}`,
    `## Guides\n\n${guides.map(({ slug, title: name, summary }) => `- [${name}](${origin}/docs/guides/${slug}): ${summary}`).join("\n")}`,
    `## More\n\n- [All the data as one archive](${origin}/downloads/all.zip), in CSV and NDJSON\n- [All guides and the whole reference as one text](${origin}/llms-full.txt)\n- [MCP server](${origin}/docs/guides/assistants) at ${origin}/mcp, for assistants\n- [TypeScript types](${origin}/api/openapi.d.ts) of all public reads\n- [OpenAPI 3.1](${origin}/api/openapi.json)`,
    "",
  ].join("\n\n");
}

export function llmsFullText({ origin, reference, guides }: DocsContent): string {
  return [
    title,
    `Base URL: ${origin}/api.`,
    ...reference.introduction,
    ...guides.map(guideAsMarkdown),
    ...reference.groups.flatMap(({ name, description, operations }) => [
      `## ${name}`,
      description,
      ...operations.map((operation) => operationAsMarkdown(operation, origin)),
    ]),
    "",
  ].join("\n\n");
}

/** @param origin that of the call. */
function operationAsMarkdown(operation: DocumentedOperation, origin: string): string {
  const { method, path, summary, description, access, parameters, body, success, others, call } = operation;
  const heading = `### ${method} ${path}${operation.isDeprecated ? " (deprecated)" : ""}`;
  // The text has its limit, and its readers have no session.
  if (access === "session") return `${heading}\n\n${summary}. Needs a session.`;
  return [
    heading,
    `${summary}.${description ? ` ${description}` : ""}`,
    ...(parameters.length === 0 ? [] : [`Parameters:\n\n${listed(parameters)}`]),
    ...(body ? [`Body:\n\n${listed(body.fields)}`] : []),
    `Response ${success.status} (${success.content?.type ?? "no body"}):\n\n${listed(success.content?.fields ?? [])}`.trimEnd(),
    `Other responses: ${others.map(brief).join("; ")}.`,
    fenced("sh", curl({ ...call, url: origin + call.url })),
    ...(success.content?.examples ?? []).map((example) => fenced("json", JSON.stringify(example))),
  ].join("\n\n");
}

function listed(fields: DocumentedField[]): string {
  return fields
    .map(({ name, type, mayBeNull, description, limits }) => {
      const notes = [description, ...limits].filter((note) => note !== "").join(" ");
      return `- \`${name}\` (${type}${mayBeNull ? " or null" : ""})${notes === "" ? "" : `: ${notes}`}`;
    })
    .join("\n");
}

function brief({ status, content }: DocumentedResponse): string {
  const errors = (content?.examples ?? []).flatMap((example) => {
    const { error } = example as { error?: unknown };
    return typeof error === "string" ? [`\`${error}\``] : [];
  });
  return [status, ...errors].join(" ");
}

/** A guide for assistants: headings one level lower and without anchors, no comments, and examples in two languages. */
function guideAsMarkdown({ text }: Guide): string {
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

export function codeAsMarkdown(code: Code): string {
  return languages.map(({ value }) => fenced(fenceOf(value), code[value])).join("\n\n");
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
