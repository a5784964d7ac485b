import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fastestDatabase } from "../../test/databases.ts";
import { developer } from "../../test/developer.ts";
import { missingFor, runExample } from "../../test/run-example.ts";
import { useDataset, useService } from "../../test/service.ts";
import { differences, unmatchedLines } from "../../test/document-answers.ts";
import { useStaff } from "../../test/signed-in.ts";
import { readEverything } from "../../test/updates-reader.ts";
import { forgetDeletions } from "../catalogue/change-queries.ts";
import { paths } from "../resources/resource-views.browser.ts";
import { routes } from "../routes.ts";
import { exampleOwnSuggestion } from "../accounts/suggestions/api/suggestion-routes.ts";
import { exampleCode, keyVariable, languages, sessionVariable, type Language } from "./code/example-code.browser.ts";
import { answerOf, jsonIn, guidesFor } from "./guides/guides.ts";
import type { Guide, GuideAnswer, GuideExample } from "./guides/schema.browser.ts";
import { currentReference } from "./reference/reference.ts";
import type { ApiReference, DocumentedOperation } from "./reference/schema.browser.ts";

const answersFile = path.join(import.meta.dirname, "guides/answers.json");
/** `npm run guides:answers` writes the answers of the guides' requests instead of comparing them. */
const isWriting = process.env["WRITE_ANSWERS"] === "yes";
const answers: Record<string, Record<string, GuideAnswer>> = {};
/** For what a program writes. */
const folder = mkdtempSync(path.join(tmpdir(), "theatre-examples-"));

const service = useDataset(fastestDatabase);
let reference: ApiReference;
let guides: Guide[];

beforeAll(async () => {
  const { infrastructure, url } = service;
  // The only public read of what readers send.
  const { answered_at: _answered, ...suggestion } = exampleOwnSuggestion;
  const where = { id: suggestion.id };
  await infrastructure.database.prisma.suggestion.upsert({ where, create: suggestion, update: {} });
  reference = await currentReference(routes, infrastructure);
  guides = guidesFor({ origin: url, limits: infrastructure.settings, reference });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  if (isWriting) writeFileSync(answersFile, `${JSON.stringify(answers, null, 2)}\n`);
});

const operations = () => reference.groups.flatMap((group) => group.operations);

/** The public reads; without those of a resource that has no records yet, for which there is no real response. */
function reads(): DocumentedOperation[] {
  const empty = paths.filter((path) => service.infrastructure.catalogue.list(path).count === 0);
  const isOfEmpty = (path: string) => empty.some((one) => `${path}/`.startsWith(`/api/${one}/`));
  return operations().filter(
    ({ method, access, path }) => method === "GET" && access !== "session" && !isOfEmpty(path),
  );
}

function examplesOf({ sections }: Guide): GuideExample[] {
  return sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "example" ? [block.example] : [])));
}

/** @returns what an example printed. */
async function ran(language: Language, code: string, env: Record<string, string> = {}): Promise<string> {
  const { status, stdout, stderr } = await runExample(language, code, env);
  expect({ code, status, stdout, stderr }).toMatchObject({ status: 0, stdout: expect.stringMatching(/\w/) });
  expect(stderr.replace(/^\s*% Total[^]*$/m, "")).not.toMatch(/error|warning/i);
  return stdout;
}

test("each read returns the shape of its example, with the headers that the reference names", async () => {
  expect(reads().length).toBeGreaterThan(15);
  for (const { call, success } of reads()) {
    const response = await service.get(call.url, { headers: { accept: "application/json" } });
    const body: unknown = await response.json();

    expect([call.url, response.status]).toEqual([call.url, success.status]);
    for (const { name } of success.headers.filter(({ required }) => required !== false))
      expect([call.url, name, response.headers.has(name)]).toEqual([call.url, name, true]);
    expect([call.url, differences(success.content?.examples[0] ?? null, body)]).toEqual([call.url, []]);
  }
});

test("the README's call returns the response that the README shows", async () => {
  const [, command, shown] = /```console\n\$ (.+)\n([^]+?)\n```/.exec(readFileSync("README.md", "utf8")) ?? [];
  if (command === undefined || shown === undefined) return expect.fail("The README shows no call.");

  const printed = await ran("curl", command.replace("http://localhost:3000", service.url));

  expect(unmatchedLines(shown, printed)).toEqual([]);
  expect(printed.split("\n").at(-1)).toBe(shown.split("\n").at(-1));
});

describe.each(languages)("in $title", ({ value: language }) => {
  const missing = missingFor(language);
  const needs = missing === null ? "" : ` (${missing} is not installed here)`;
  const tags = language === "curl" ? [] : ["full"];
  const changing = useService(fastestDatabase);

  test.skipIf(missing !== null)(`every read of the reference runs unchanged${needs}`, { tags: ["full"] }, async () => {
    for (const { call } of reads()) {
      const printed = await ran(language, exampleCode({ ...call, url: service.url + call.url })[language]);

      // Whether a production plays depends on the day.
      const count = call.result.endsWith("performances") ? "\\d+" : "[1-9]\\d*";
      if (call.isList && language !== "curl") expect(printed).toMatch(new RegExp(`^${count} ${call.result}; \\d+`));
    }
  });

  test.skipIf(missing !== null)(`a show is created, changed and deleted${needs}`, { tags }, async () => {
    const { cookie, ask } = await developer(changing, "editor");
    const env = { [sessionVariable]: cookie.replace(/^[^=]*=/, "") };
    const { body } = await ask("POST", "/shows", { name: "The Pier", type: "play" });
    const { id } = body as { id: string };
    for (const anchor of ["create-show", "update-show", "delete-show"]) {
      const { call } = operations().find((one) => one.anchor === anchor) ?? expect.fail(`There is no ${anchor}.`);
      const url = changing.url + (call.method === "POST" ? call.url : `/api/shows/${id}`);
      await ran(language, exampleCode({ ...call, url })[language], env);
    }

    expect((await changing.get(`/api/shows/${id}`)).status).toBe(404);
  });

  test.skipIf(missing !== null)(`the guides’ examples run unchanged${needs}`, { tags }, async () => {
    const { key } = await (await developer(service)).makeKey();
    const env = { [keyVariable]: key, THEATRE_LISTINGS_COPY: path.join(folder, `${language}.json`) };
    const told = guides.flatMap((guide) => examplesOf(guide).map((example) => ({ slug: guide.slug, example })));
    for (const { slug, example } of told) {
      const code = example.code[language];
      if (code === undefined) continue;
      const printed = await ran(language, code, env);

      expect([slug, example.name, printed]).toEqual([slug, example.name, expect.stringMatching(example.prints)]);
      const answering = languages.find(({ value }) => example.code[value] !== undefined)?.value;
      if (language === "curl" && example.output !== undefined)
        expect(unmatchedLines(example.output, printed)).toEqual([]);
      else if (language === answering) checkAnswer(slug, example, printed);
    }
  });
});

/** Compares the shape of an answer that a guide shows with what its request returned, or notes it for the guide. */
function checkAnswer(slug: string, { name, answer, prints }: GuideExample, printed: string): void {
  const made = answerOf(printed, service.url);
  (answers[slug] ??= {})[name] = made;
  if (isWriting) return;
  const command = `${slug}: ${name}: run npm run guides:answers`;
  expect([command, Object.keys(answer ?? {})]).toEqual([command, Object.keys(made)]);
  // What a cut text leaves out can be what the pattern names.
  if (answer?.json === undefined) expect(answer?.text).toMatch(answer?.isCut ? /\S/ : new RegExp(prints));
  else expect([command, differences(answer.json, jsonIn(printed.replaceAll("\r", "").trim()))]).toEqual([command, []]);
}

describe("the guide’s program for a copy", { tags: ["full"] }, () => {
  // Its deletions are forgotten, and all its changes are read.
  const own = useService(fastestDatabase, { isOwn: true });
  const staff = useStaff(own);
  const created = async (name: string) => (await staff.send("POST", "people", { name })).body.id;
  const remaining = async () => (await own.get("/api/quota")).headers.get("x-ratelimit-remaining");

  test.skipIf(missingFor("python") !== null).each(["javascript", "python"] as const)(
    "in %s has at most 40 lines, copies everything, polls for free, follows deletions and merges, and starts over after 410",
    async (language) => {
      const guide = guides.find(({ slug }) => slug === "keep-a-copy") ?? expect.fail("There is no such guide.");
      const code = examplesOf(guide)[0]?.code[language]?.replaceAll(service.url, own.url) ?? expect.fail();
      const env = { THEATRE_LISTINGS_COPY: path.join(folder, `copy-${language}.json`) };
      const run = async () => {
        const changes = Number.parseInt(await ran(language, code, env), 10);
        const copied = JSON.parse(readFileSync(env.THEATRE_LISTINGS_COPY, "utf8")) as Record<string, object>;
        const { records = {}, merged = {} } = copied;
        const everything = await readEverything(own, 200);
        expect(Object.keys(records)).toHaveLength(everything.size);
        expect(records).toMatchObject(Object.fromEntries(everything));
        return { changes, merged };
      };
      expect(code.split("\n").length).toBeLessThanOrEqual(40);
      const { changes: all } = await run();

      const before = await remaining();
      await ran(language, code, env);
      expect(await remaining()).toBe(before);

      const [deleted, from, into] = [await created("Deleted"), await created("Merged"), await created("Survivor")];
      expect((await run()).changes).toBe(3);
      await staff.send("DELETE", `people/${deleted}`);
      await staff.send("POST", `people/${from}/merge`, { into });
      const { changes, merged } = await run();
      expect([changes, Reflect.get(merged, `person/${from}`)]).toEqual([3, `person/${into}`]);

      const late = await created("Deleted too late");
      await run();
      await staff.send("DELETE", `people/${late}`);
      const { database } = own.infrastructure;
      await database.query("UPDATE record_changes SET changed_at = now() - interval '91 days' WHERE is_deleted", []);
      await forgetDeletions(database, 90);
      expect((await run()).changes).toBeGreaterThanOrEqual(all);
    },
  );
});
