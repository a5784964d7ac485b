import { beforeAll, describe, expect, test } from "vitest";
import { exampleCode } from "../code/example-code.browser.ts";
import { languages } from "../code/schema.browser.ts";
import { documentedSchemas } from "../openapi/document.ts";
import { paths } from "../../resources/resource-views.browser.ts";
import { resources } from "../../resources/resources.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { missingFor, runExample } from "../../../test/run-example.ts";
import { routes } from "../../routes.ts";
import { exampleSuggestion } from "../../suggestions/api/examples.ts";
import { useDataset } from "../../../test/service.ts";
import { differences } from "../../../test/shape.ts";
import { currentReference } from "./current-reference.ts";
import type { DocumentedOperation, ApiReference } from "./schema.browser.ts";

let reference: ApiReference;

const service = useDataset(fastestDatabase);
beforeAll(async () => {
  // The only public read of what readers send.
  const { answered_at: _answered, ...suggestion } = exampleSuggestion;
  await service.infrastructure.database.prisma.suggestion.create({ data: suggestion });
  reference = await currentReference(routes, service.infrastructure);
});

function operations(): DocumentedOperation[] {
  return reference.groups.flatMap((group) => group.operations);
}

/** The public reads; without those of a resource that has no records yet, for which there is no real response. */
function reads(): DocumentedOperation[] {
  const empty = paths.filter((path) => service.infrastructure.catalogue.list(path).count === 0);
  const isOfEmpty = (path: string) => empty.some((one) => `${path}/`.startsWith(`/api/${one}/`));
  return operations().filter(
    ({ method, access, path }) => method === "GET" && access !== "session" && !isOfEmpty(path),
  );
}

describe("the reference", () => {
  test("has every operation of the document, each with its own address", async () => {
    const document = (await (await service.get("/api/openapi.json")).json()) as { paths: Record<string, object> };

    const described = Object.values(document.paths).flatMap((item) => Object.keys(item));
    expect(operations()).toHaveLength(described.length);
    expect(new Set(operations().map(({ anchor }) => anchor)).size).toBe(described.length);
    expect(reference.groups.map(({ slug }) => slug).slice(0, resources.length)).toEqual(paths);
  });

  test("names every field of a response, with its type, its limits and whether it may be null", () => {
    const list = operations().find(({ anchor }) => anchor === "list-cast-members");
    const field = (name: string) => list?.success.content?.fields.find((one) => one.name === name);

    expect(field("role_id")).toMatchObject({ type: "string", mayBeNull: true, isRequired: true });
    expect(field("role")).toMatchObject({ type: "object", mayBeNull: true });
    expect(field("billing_order")).toMatchObject({ type: "integer", mayBeNull: true, limits: ["1 to 10,000"] });
    expect(field("production.show.type")).toMatchObject({ limits: ["one of `musical`, `play`, `comedy`, `drama`"] });
  });

  test("names the error and the headers of every failure", () => {
    const refusals = operations().flatMap(({ others }) => others.filter(({ status }) => status >= 400));

    expect(
      refusals.filter(({ content }) => content?.fields[0]?.name !== "error" && content?.examples.length === 0),
    ).toEqual([]);
    expect(refusals.filter(({ headers }) => !headers.some(({ name }) => name === "X-Request-Id"))).toEqual([]);
  });

  test("shows real responses: each read returns the shape of its example and of its schema", async () => {
    expect(reads().length).toBeGreaterThanOrEqual(15);
    for (const { call, success } of reads()) {
      const response = await service.get(call.url, { headers: { accept: "application/json" } });
      const body: unknown = await response.json();

      expect([call.url, response.status]).toEqual([call.url, success.status]);
      for (const { name } of success.headers.filter(({ required }) => required !== false))
        expect([call.url, name, response.headers.has(name)]).toEqual([call.url, name, true]);
      const example = success.content?.examples[0];
      if (example === undefined) continue;
      expect([call.url, differences(example, body)]).toEqual([call.url, []]);
      const schema = documentedSchemas(routes).find(
        (known) => known.meta()?.id === success.content?.type.replace("array of ", ""),
      );
      for (const record of Array.isArray(body) ? body : [body]) schema?.parse(record);
      expect(schema).toBeDefined();
    }
  });
});

describe.each(languages)("the reference's code in $title", ({ value: language }) => {
  const missing = missingFor(language);

  test.skipIf(missing !== null)(
    `runs unchanged${missing === null ? "" : ` (${missing} is not installed here)`}`,
    { tags: language === "javascript" ? [] : ["full"] },
    async () => {
      for (const { call } of reads()) {
        const code = exampleCode({ ...call, url: service.url + call.url })[language];

        const ran = await runExample(language, code);

        expect({ code, ran }).toMatchObject({ ran: { status: 0, stdout: expect.stringMatching(/\w/) } });
        expect(ran.stderr.replace(/^\s*% Total[^]*$/m, "")).not.toMatch(/error|warning/i);
        if (call.isList && language !== "curl")
          expect(ran.stdout).toMatch(new RegExp(`^[1-9]\\d* ${call.result}; \\d+`));
      }
    },
  );
});
