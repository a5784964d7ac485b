import { createConfig, lintFromString } from "@redocly/openapi-core";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { fastestDatabase } from "../../../test/databases.ts";
import { useDataset } from "../../../test/service.ts";
import { isStrictRoute } from "../../http/respond.ts";
import { resources } from "../../resources/resources.ts";
import { routes } from "../../routes.ts";
import { parseEnv } from "../../settings/env.ts";
import { referenceOf } from "../reference/reference.ts";
import { documentedSchemas, openapiDocument } from "./document.ts";

type Document = ReturnType<typeof openapiDocument>;

const settings = parseEnv({});
const service = useDataset(fastestDatabase);

describe("the document of the West End dataset", () => {
  let document: Document;

  beforeAll(async () => {
    document = (await (await service.get("/api/openapi.json")).json()) as Document;
  });

  test("passes Redocly's recommended rules without a warning", async () => {
    expect(await problemsOf(document)).toEqual([]);
  });

  test("has only examples that its zod schemas accept", () => {
    const examples = examplesOf(document);

    expect(examples.length).toBeGreaterThan(50);
    expect(examples.filter(({ schema, example }) => !schema.safeParse(example).success)).toEqual([]);
  });

  test("describes every operation of every route that is not hidden, and nothing else", () => {
    // Those of /cron are for the operator's host.
    const offered = routes
      .filter(({ path, isHidden }) => !isHidden && path !== "/cron")
      .flatMap(({ path, operations }) => Object.keys(operations).map((method) => `${method} ${path}`));

    expect(
      operationsOf(document)
        .map(({ place }) => place)
        .sort(),
    ).toEqual(offered.sort());
  });

  test("promises rate-limit headers: every answer but those of health, the standard’s where parameters are strict", () => {
    const strict = new Set(routes.filter(isStrictRoute).map(({ path }) => path));
    const unlike = responsesOf(document).filter(
      ({ path, headers }) =>
        "X-RateLimit-Remaining" in headers === path.startsWith("/health") ||
        ("RateLimit" in headers && "RateLimit-Policy" in headers) !== strict.has(path),
    );

    expect([unlike, strict.has("/shows/{id}/details")]).toEqual([[], true]);
  });

  test("requires a session for each operation that needs a permission, and for no other", () => {
    const isForStaff = ({ security }: Operation) => JSON.stringify(security) === JSON.stringify([{ session: [] }]);
    const guarded = routes.flatMap(({ path, operations }) =>
      Object.entries(operations).flatMap(([method, { access }]) => (access ? [`${method} ${path}`] : [])),
    );

    const described = operationsOf(document);
    expect(described.filter(isForStaff)).toEqual(described.filter(({ place }) => guarded.includes(place)));
  });

  test("lists the possible responses of every write", () => {
    const answers = responsesOf(document);
    const statusesOf = (place: string) => answers.flatMap((one) => (one.place === place ? [one.status] : []));
    const usual = ["401", "403", "405", "429", "500", "503"];
    const body = ["400", "409", "413", "415", ...usual];
    for (const { path } of resources)
      for (const [place, expected] of Object.entries({
        [`POST /${path}`]: ["201", ...body],
        [`PUT /${path}/{id}`]: ["200", "404", "412", ...body],
        [`DELETE /${path}/{id}`]: ["200", "400", "404", "409", "412", ...usual],
      }))
        expect([place, statusesOf(place)]).toEqual([place, expected.sort()]);
  });

  test("accepts If-Match for changes and deletions, and cascade where dependants may be deleted", () => {
    const taking = (name: string, value: string) =>
      operationsOf(document).flatMap(({ place, parameters = [] }) =>
        parameters.some((parameter) => parameter[name] === value) ? [place] : [],
      );
    const changing = resources.flatMap(({ path, isMergeable, details }) => [
      ...(isMergeable ? [`POST /${path}/{id}/merge`] : []),
      `DELETE /${path}/{id}`,
      ...(details ? ["", "/details", "/sources"] : [""]).map((part) => `PUT /${path}/{id}${part}`),
    ]);
    const cascading = ["people", "productions", "roles"].map((path) => `DELETE /${path}/{id}`);

    expect(taking("$ref", "#/components/parameters/IfMatch").sort()).toEqual(changing.sort());
    expect(taking("name", "cascade").sort()).toEqual(cascading);
  });
});

test("the document of an empty database has no examples of records and passes the same rules", async () => {
  const document = openapiDocument(routes, settings, []);

  expect(await problemsOf(document)).toEqual([]);
  expect(examplesOf(document).filter(({ place }) => /^\w+ \/(shows|activity).* (request|20[01])$/.test(place))).toEqual(
    [],
  );
});

test("an operation declares exactly the parameters of its path", () => {
  for (const { path, operations } of routes) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { declaration } of Object.values(operations))
      expect([path, Object.keys(declaration?.input.params ?? {})]).toEqual([path, named]);
  }
});

test("the limits in the introduction are those of the settings", () => {
  const { info } = openapiDocument(routes, { ...settings, PUBLIC_DAILY_LIMIT: 2500 }, []);

  expect(info.description).toContain("2,500 requests per UTC day without credentials");
});

describe("the document says whose the data and the service are", () => {
  const infoOf = (source: Record<string, string>) => {
    const { info, servers } = openapiDocument(routes, parseEnv(source), []);
    return { license: info.license, terms: info.termsOfService, contact: info.contact, server: servers[0]?.url };
  };

  test("by default: the licence of the data, and addresses on the host that serves it", () => {
    expect(infoOf({})).toEqual({
      license: { name: "CC BY 4.0", url: "https://creativecommons.org/licenses/by/4.0/" },
      terms: "/terms",
      contact: undefined,
      server: "/api",
    });
  });

  test.each([
    ["mailto:ada@example.com", { email: "ada@example.com" }],
    ["https://example.com/report", { url: "https://example.com/report" }],
  ])("where they are set: another licence, absolute addresses, and the operator at %s", (contact, told) => {
    const source = {
      NEXTAUTH_URL: "https://listings.example.com/",
      DATA_LICENSE_URL: "https://listings.example.com/licence",
      SECURITY_CONTACT: contact,
    };

    expect(infoOf(source)).toEqual({
      license: { name: "The licence of the data", url: "https://listings.example.com/licence" },
      terms: "https://listings.example.com/terms",
      contact: told,
      server: "https://listings.example.com/api",
    });
  });

  test("an absolute server leaves the reference's paths as they are", () => {
    const document = openapiDocument(routes, parseEnv({ NEXTAUTH_URL: "https://listings.example.com" }), []);
    const operations = referenceOf(JSON.stringify(document)).groups.flatMap((group) => group.operations);

    expect(operations.map(({ path }) => path)).toContain("/api/shows/{id}");
  });
});

async function problemsOf(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`);
}

const schemas = documentedSchemas(routes);

/** The parts of the document that the tests read. */
interface Content {
  "application/json": { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> };
}
interface Schema {
  $ref?: string;
  oneOf?: Schema[];
  items?: Schema;
}
interface Answer {
  $ref?: string;
  headers: Record<string, unknown>;
  content?: Content;
}
interface Operation {
  security: unknown[];
  parameters?: Record<string, unknown>[];
  requestBody?: { content: Content };
  responses: Record<string, Answer>;
}

/** Every operation, with its method and path: `GET /shows`. */
function operationsOf(document: Document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([name, described]) => {
      const method = name.toUpperCase();
      return { method, path, place: `${method} ${path}`, ...(described as unknown as Operation) };
    }),
  );
}

/** Every response of every operation, with references resolved. */
function responsesOf(document: Document) {
  const shared = document.components.responses as Record<string, unknown>;
  return operationsOf(document).flatMap(({ path, place, responses }) =>
    Object.entries(responses).map(([status, response]) => {
      const answer = response.$ref === undefined ? response : (shared[nameIn(response.$ref)] as Answer);
      return { path, place, status, ...answer };
    }),
  );
}

/** Every example of a request or response body: `POST /shows request`, `POST /shows 201`. */
function examplesOf(document: Document) {
  const bodies = [
    ...operationsOf(document).map(({ place, requestBody }) => [`${place} request`, requestBody?.content] as const),
    ...responsesOf(document).map(({ place, status, content }) => [`${place} ${status}`, content] as const),
  ];
  return bodies.flatMap(([place, content]) => {
    const { schema, example, examples = {} } = content?.["application/json"] ?? { schema: {} };
    const all = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
    return all.map((one) => ({ place, example: one, schema: zodSchemaOf(schema) }));
  });
}

function zodSchemaOf({ $ref, oneOf, items }: Schema): z.ZodType {
  if (items) return z.array(zodSchemaOf(items));
  if (oneOf) return z.union(oneOf.map(zodSchemaOf));
  const name = nameIn($ref ?? expect.fail("A schema has no name."));
  return schemas.find((candidate) => candidate.meta()?.id === name) ?? expect.fail(`There is no ${name}.`);
}

function nameIn(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}
