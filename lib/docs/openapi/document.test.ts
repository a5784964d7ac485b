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
    const rejected = examplesOf(document).filter(({ schema, example }) => !schema.safeParse(example).success);

    expect(rejected).toEqual([]);
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

  test("requires a session for every write except sign-up, what a letter or a link leads to, found keys and suggestions, and for every non-public read", () => {
    const forStaff = operationsOf(document).filter(
      ({ security }) => JSON.stringify(security) === JSON.stringify([{ session: [] }]),
    );
    const open = [
      "/accounts",
      "/account/passkey-options",
      "/account/link",
      "/account/password",
      "/account/reset",
      "/account/verify",
      "/keys/found",
      "/suggestions",
    ];
    const isOpen = (place: string) => open.some((path) => place === `POST ${path}`);
    const expected = operationsOf(document).filter(({ method, path }) =>
      method === "GET"
        ? /^\/(suggestions$|(activity|accounts?|account-keys|export|keys|limit-requests|problems|security-log)(\/|$))/.test(
            path,
          )
        : !isOpen(`${method} ${path}`),
    );

    expect(forStaff).toEqual(expected);
  });

  test("lists the possible responses of every write", () => {
    const usual = ["401", "403", "405", "429", "500", "503"];
    const statuses = (place: string) =>
      responsesOf(document).flatMap((answer) => (answer.place === place ? [answer.status] : []));

    for (const { path } of resources) {
      expect(statuses(`POST /${path}`)).toEqual(["201", "400", "409", "413", "415", ...usual].sort());
      expect(statuses(`PUT /${path}/{id}`)).toEqual(["200", "400", "404", "409", "412", "413", "415", ...usual].sort());
      expect(statuses(`DELETE /${path}/{id}`)).toEqual(["200", "400", "404", "409", "412", ...usual].sort());
    }
  });

  test("accepts If-Match for changes and deletions, and cascade where dependants may be deleted", () => {
    const taking = (isWanted: (parameter: Record<string, unknown>) => boolean) =>
      operationsOf(document).flatMap(({ place, parameters }) => (parameters.some(isWanted) ? [place] : []));

    expect(taking(({ $ref }) => $ref === "#/components/parameters/IfMatch").sort()).toEqual(
      resources
        .flatMap(({ path, isMergeable, details }) => [
          ...(isMergeable ? [`POST /${path}/{id}/merge`] : []),
          `DELETE /${path}/{id}`,
          ...(details ? ["", "/details", "/sources"] : [""]).map((part) => `PUT /${path}/{id}${part}`),
        ])
        .sort(),
    );
    expect(taking(({ name }) => name === "cascade").sort()).toEqual([
      "DELETE /people/{id}",
      "DELETE /productions/{id}",
      "DELETE /roles/{id}",
    ]);
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
    const operations = referenceOf(document).groups.flatMap((group) => group.operations);

    expect(operations.map(({ path }) => path)).toContain("/api/shows/{id}");
  });
});

async function problemsOf(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`);
}

const schemas = documentedSchemas(routes);

const reference = z.object({ $ref: z.string() });
const content = z.object({
  "application/json": z.object({
    schema: z.unknown(),
    example: z.unknown().optional(),
    examples: z.record(z.string(), z.object({ value: z.unknown() })).optional(),
  }),
});
type Content = z.infer<typeof content>;
const answer = z.object({ headers: z.record(z.string(), z.unknown()), content: content.optional() });
const operation = z.object({
  security: z.array(z.unknown()),
  parameters: z.array(z.record(z.string(), z.unknown())).default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.unknown()),
});

/** Every operation, with its method and path: `GET /shows`. */
function operationsOf(document: Document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({
      method: method.toUpperCase(),
      path,
      place: `${method.toUpperCase()} ${path}`,
      ...operation.parse(described),
    })),
  );
}

/** Every response of every operation, with references resolved. */
function responsesOf(document: Document) {
  const shared: Record<string, unknown> = document.components.responses;
  return operationsOf(document).flatMap(({ path, place, responses }) =>
    Object.entries(responses).map(([status, response]) => {
      const { data } = reference.safeParse(response);
      return { path, place, status, ...answer.parse(data ? shared[nameIn(data.$ref)] : response) };
    }),
  );
}

/** Every example of a request or response body: `POST /shows request`, `POST /shows 201`. */
function examplesOf(document: Document) {
  const requests = operationsOf(document).map(({ place, requestBody }) => ({
    place: `${place} request`,
    content: requestBody?.content,
  }));
  const answers = responsesOf(document).map(({ place, status, content }) => ({ place: `${place} ${status}`, content }));
  return [...requests, ...answers].flatMap(({ place, content }) =>
    content
      ? examplesIn(content).map((example) => ({
          place,
          example,
          schema: zodSchemaOf(content["application/json"].schema),
        }))
      : [],
  );
}

function examplesIn({ "application/json": { example, examples = {} } }: Content): unknown[] {
  return [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
}

function zodSchemaOf(schema: unknown): z.ZodType {
  const { $ref, oneOf, items } = z
    .object({ $ref: z.string().optional(), oneOf: z.array(z.unknown()).optional(), items: z.unknown().optional() })
    .parse(schema);
  if (items) return z.array(zodSchemaOf(items));
  if (oneOf) return z.union(oneOf.map(zodSchemaOf));
  return schemas.find((candidate) => candidate.meta()?.id === nameIn($ref ?? "")) ?? z.never();
}

function nameIn(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}
