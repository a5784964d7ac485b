import "server-only";
import { isPublicRead, type ApiReference } from "../reference/schema.browser.ts";
import { guideAsMarkdown } from "./markdown.ts";
import { groupAsMarkdown } from "./reference-markdown.ts";
import type { Guide } from "./schema.browser.ts";

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
    `## More\n\n- [All the data as one archive](${origin}/downloads/all.zip), in CSV and NDJSON\n- [All guides and the whole reference as one text](${origin}/llms-full.txt)\n- [MCP server](${origin}/docs/guides/assistants) at ${origin}/mcp, for assistants\n- [TypeScript types](${origin}/api/openapi.d.ts) of all public reads\n- [Postman collection](${origin}/docs/postman.json)\n- [OpenAPI 3.1](${origin}/api/openapi.json)`,
    "",
  ].join("\n\n");
}

/** The whole documentation as one text. */
export function llmsFullText({ origin, reference, guides }: DocsContent): string {
  return [
    title,
    `Base URL: ${origin}/api.`,
    ...reference.introduction,
    ...guides.map(guideAsMarkdown),
    ...reference.groups.map((group) => groupAsMarkdown(group, origin)),
    "",
  ].join("\n\n");
}
