import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { AppError, errorCodes } from "../../core/errors.ts";
import { helpLink } from "../../http/response-headers.ts";
import { routes } from "../../routes.ts";
import { parseEnv } from "../../settings/env.ts";
import { openapiDocument } from "../openapi/document.ts";
import { referenceOf } from "../reference/reference.ts";
import { guidesFor } from "./guides.ts";
import { llmsText, llmsFullText } from "./llms.ts";
import { fillPlaceholders } from "./placeholders.ts";

const limits = parseEnv({ PUBLIC_DAILY_LIMIT: "2500" });
const origin = "https://listings.example";
const reference = referenceOf(JSON.stringify(openapiDocument(routes, limits, [])));
const guides = guidesFor({ origin, limits, reference });

describe("the guides", () => {
  test("have an anchor for each heading, which no other heading has", () => {
    for (const { sections } of guides) expect(new Set(sections.map(({ anchor }) => anchor)).size).toBe(sections.length);
  });

  test("show pictures that the flow of the pictures has made", () => {
    const names = guides.flatMap(({ sections }) =>
      sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "picture" ? [block.name] : []))),
    );

    expect(names.length).toBeGreaterThan(2);
    const differing = names.filter(
      (name) =>
        !readFileSync(`components/docs/pictures/${name}.png`).equals(readFileSync(`e2e/pictures/${name}-desk.png`)),
    );
    expect(differing).toEqual([]);
  });

  test("are exactly the Markdown files of their folder", () => {
    const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".md"));

    expect(guides.map(({ slug }) => `${slug}.md`).sort()).toEqual(files.sort());
  });

  test("show the service's own values, and are rejected with an unknown placeholder or operation", () => {
    const setting = { origin, limits, reference };

    expect(fillPlaceholders("{{origin}}/docs: {{publicLimit}}", setting)).toBe(`${origin}/docs: 2,500`);
    expect(() => fillPlaceholders("{{orign}}", setting)).toThrow("{{orign}}");
    expect(() => fillPlaceholders("{{url get-opera}}", setting)).toThrow("get-opera");
  });

  test("explain every value of error in the section that `Link` names", () => {
    const sections = guides.find(({ slug }) => slug === "errors")?.sections ?? [];
    const unexplained = errorCodes.filter((code) => {
      const { status, body } = new AppError(code);
      const section = sections.find(({ anchor }) => helpLink(status) === `</docs/guides/errors#${anchor}>; rel="help"`);
      return !JSON.stringify(section?.blocks ?? []).includes(`\`${String(body["error"])}\``);
    });

    expect(errorCodes.length).toBeGreaterThan(15);
    expect(unexplained).toEqual([]);
  });

  test("are part of the plain-text documentation, with every read and only their own code", () => {
    const docs = { origin, reference, guides };

    const [short, whole] = [llmsText(docs), llmsFullText(docs)];

    expect(short).toMatch(/^# Theatre Listings\n\n> /);
    expect(short).toContain(`[GET /api/cast-members](${origin}/docs/cast-members#list-cast-members)`);
    for (const { title, slug } of guides) {
      expect(short).toContain(`[${title}](${origin}/docs/guides/${slug})`);
      expect(whole).toContain(`## ${title}`);
    }
    expect(whole).toContain("### DELETE /api/productions/{id}");
    expect(whole + short).not.toMatch(/undefined|\[object/);
    expect(Buffer.byteLength(short)).toBeLessThan(14_000);
    expect(Buffer.byteLength(whole)).toBeLessThan(225_000);
  });
});
