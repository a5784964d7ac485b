import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError, errorCodes } from "../../core/errors.ts";
import { helpLink } from "../../http/link-header.ts";
import { languages } from "../code/schema.browser.ts";
import { currentReference } from "../reference/current-reference.ts";
import { developer } from "../../../test/developer.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { missingFor, runExample } from "../../../test/run-example.ts";
import { routes } from "../../routes.ts";
import { useDataset } from "../../../test/service.ts";
import { differences, unmatchedLines } from "../../../test/shape.ts";
import { answerOf, jsonIn } from "./answers.ts";
import { guidesFor } from "./guides.ts";
import { llmsText, llmsFullText } from "./llms.ts";
import { fillPlaceholders } from "./placeholders.ts";
import type { GuideAnswer, GuideExample, Guide } from "./schema.browser.ts";

const answersFile = path.join(import.meta.dirname, "answers.json");
/** `npm run guides:answers` writes the answers instead of comparing them. */
const isWriting = process.env["WRITE_ANSWERS"] === "yes";
let guides: Guide[];
let key: string;
/** For what an example writes. */
const folder = mkdtempSync(path.join(tmpdir(), "theatre-guides-"));

const service = useDataset(fastestDatabase);
beforeAll(async () => {
  const { infrastructure, url } = service;
  guides = guidesFor({
    origin: url,
    limits: infrastructure.settings,
    reference: await currentReference(routes, infrastructure),
  });
  key = (await (await developer(service)).makeKey()).key;
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  if (isWriting) writeFileSync(answersFile, `${JSON.stringify(answers.made, null, 2)}\n`);
});

/** The language whose output a guide shows. */
function answeringLanguage({ code }: GuideExample) {
  return languages.find(({ value }) => code[value] !== undefined)?.value;
}

/** Compares the shape of an answer that a guide shows with what its request returns, or notes it for the guide. */
const answers = {
  made: {} as Record<string, Record<string, GuideAnswer>>,
  check(slug: string, { name, answer, prints }: GuideExample, printed: string) {
    const made = answerOf(printed, service.url);
    (this.made[slug] ??= {})[name] = made;
    if (isWriting) return;
    const command = `${slug}: ${name}: run npm run guides:answers`;
    expect([command, Object.keys(answer ?? {})]).toEqual([command, Object.keys(made)]);
    const shown = answer?.json;
    // What a cut text leaves out can be what the pattern names.
    if (shown === undefined) expect(answer?.text).toMatch(answer?.isCut ? /\S/ : new RegExp(prints));
    else expect([command, differences(shown, jsonIn(printed.replaceAll("\r", "").trim()))]).toEqual([command, []]);
  },
};

function examples(): { place: string; example: GuideExample }[] {
  return guides.flatMap(({ slug, sections }) =>
    sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === "example" ? [{ place: slug, example: block.example }] : [])),
    ),
  );
}

describe.each(languages)("the guides' examples in $title", ({ value: language }) => {
  const missing = missingFor(language);

  test.skipIf(missing !== null)(
    `run unchanged${missing === null ? "" : ` (${missing} is not installed here)`}`,
    async () => {
      const told = examples().filter(({ example }) => example.code[language] !== undefined);
      expect(told.length).toBeGreaterThan(3);

      for (const { place, example } of told) {
        const env = { THEATRE_LISTINGS_KEY: key, THEATRE_LISTINGS_COPY: path.join(folder, `${language}.json`) };
        const ran = await runExample(language, example.code[language] ?? "", env);

        expect({ ran, name: `${place}: ${example.name}` }).toMatchObject({
          ran: { status: 0, stdout: expect.stringMatching(new RegExp(example.prints)) },
        });
        if (language === "curl" && example.output !== undefined)
          expect(unmatchedLines(example.output, ran.stdout)).toEqual([]);
        else if (language === answeringLanguage(example)) answers.check(place, example, ran.stdout);
      }
    },
  );
});

describe("the guides", () => {
  test("answer common questions, each under its own heading", () => {
    expect(guides.map(({ slug }) => slug)).toEqual([
      "first-call",
      "keys-and-limits",
      "polling",
      "calendars-and-downloads",
      "keep-a-copy",
      "assistants",
      "typescript",
      "browsers",
      "errors",
      "tonight",
      "who-was-in",
      "players",
      "careers",
      "null",
      "search",
      "paging",
      "order",
      "versions",
      "second-factors",
      "editors",
      "administrators",
    ]);
    for (const { sections } of guides) expect(new Set(sections.map(({ anchor }) => anchor)).size).toBe(sections.length);
  });

  test("show pictures that the flow of the pictures has made", () => {
    const names = guides.flatMap(({ sections }) =>
      sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "picture" ? [block.name] : []))),
    );

    expect(names.length).toBeGreaterThan(2);
    for (const name of names)
      expect([name, readFileSync(`components/docs/pictures/${name}.png`)]).toEqual([
        name,
        readFileSync(`e2e/pictures/${name}-desk.png`),
      ]);
  });

  test("are exactly the Markdown files of their folder", () => {
    const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".md"));

    expect(guides.map(({ slug }) => `${slug}.md`).sort()).toEqual(files.sort());
  });

  test("show the service's own values, and are rejected with an unknown placeholder or operation", async () => {
    const { infrastructure, url } = service;
    const limits = { ...infrastructure.settings, PUBLIC_DAILY_LIMIT: 2500 };
    const setting = { origin: url, limits, reference: await currentReference(routes, infrastructure) };

    expect(fillPlaceholders("{{origin}}/docs: {{publicLimit}}", setting)).toBe(`${url}/docs: 2,500`);
    expect(() => fillPlaceholders("{{orign}}", setting)).toThrow("{{orign}}");
    expect(() => fillPlaceholders("{{url get-opera}}", setting)).toThrow("get-opera");
  });

  test("say how to handle every error of the reference", () => {
    const told = guides.find(({ slug }) => slug === "errors")?.sections.map(({ anchor }) => anchor);

    expect(told).toEqual([
      "shape",
      "request-id",
      "handling",
      ...[400, 401, 403, 404, 405, 408, 409, 410, 412, 413, 415, 417, 429, 431, 500, 503].map(
        (status) => `status-${status}`,
      ),
    ]);
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

  test("are part of the plain-text documentation, with every read and only their own code", async () => {
    const reference = await currentReference(routes, service.infrastructure);
    const docs = { origin: service.url, reference, guides };

    const [short, whole] = [llmsText(docs), llmsFullText(docs)];

    expect(short).toMatch(/^# Theatre Listings\n\n> /);
    expect(short).toContain(`[GET /api/cast-members](${service.url}/docs/cast-members#list-cast-members)`);
    for (const { title, slug } of guides) {
      expect(short).toContain(`[${title}](${service.url}/docs/guides/${slug})`);
      expect(whole).toContain(`## ${title}`);
    }
    expect(whole).toContain("### DELETE /api/productions/{id}");
    expect(whole + short).not.toMatch(/undefined|\[object/);
    expect(Buffer.byteLength(short)).toBeLessThan(12_000);
    expect(Buffer.byteLength(whole)).toBeLessThan(200_000);
  });
});
