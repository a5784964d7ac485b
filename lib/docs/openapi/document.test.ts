import { createConfig, lintFromString } from "@redocly/openapi-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { referenceOf } from "../reference/reference.ts";
import { Catalogue } from "../../catalogue/catalogue.ts";
import { DerivedValues } from "../../catalogue/derived.ts";
import { ComputedReads } from "../../core/computed-reads.ts";
import type { Database } from "../../db/database.ts";
import { openEmbedded } from "../../db/embedded/embedded.ts";
import { parseEnv } from "../../settings/env.ts";
import { isStrictRoute } from "../../http/respond.ts";
import { routes } from "../../routes.ts";
import { resources } from "../../resources/resources.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/databases.ts";
import { responsesOf, examplesOf, operationsOf } from "../../../test/document-reader.ts";
import { currentDocument } from "./current-document.ts";
import { openapiDocument } from "./document.ts";

const settings = parseEnv({});

describe("the document of the West End dataset", () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let document: ReturnType<typeof openapiDocument>;

  beforeAll(async () => {
    testDatabase = await createTestDatabase("embedded");
    database = await openEmbedded(testDatabase.settings["DATA_DIR"] ?? "");
    document = await documentOf(database);
  }, 60_000);
  afterAll(async () => {
    await database.close();
    await testDatabase.remove();
  });

  test("passes Redocly's recommended rules without a warning", async () => {
    expect(await problemsOf(document)).toEqual([]);
  });

  test("shows a real record wherever a resource that has records is sent or returned", async () => {
    const catalogue = new Catalogue(database);
    await catalogue.reach(null);
    const filled = resources.filter(({ path }) => catalogue.list(path).count > 0);
    expect(filled.length).toBeGreaterThanOrEqual(6);
    const shown = new Set(examplesOf(document).map(({ place }) => place));
    const withoutExample = filled
      .flatMap(({ path }) => [
        ...[`GET /${path} 200`, `POST /${path} request`, `POST /${path} 201`],
        ...[`GET /${path}/{id} 200`, `PUT /${path}/{id} request`, `PUT /${path}/{id} 200`, `DELETE /${path}/{id} 200`],
      ])
      .filter((place) => !shown.has(place));

    expect(withoutExample).toEqual([]);
  });

  test("has only examples that its zod schemas accept", () => {
    const rejected = examplesOf(document).filter(({ schema, example }) => !schema.safeParse(example).success);

    expect(rejected).toEqual([]);
  });

  test("describes every operation of every route, and nothing else", () => {
    const documented = operationsOf(document).map(({ place }) => place);

    expect(documented.sort()).toEqual(offeredOperations.toSorted());
  });

  test("promises the rate-limit headers on every answer but those of health", () => {
    const unlike = responsesOf(document).filter(
      ({ path, headers }) => "X-RateLimit-Remaining" in headers === path.startsWith("/health"),
    );

    expect(unlike).toEqual([]);
  });

  test("promises the standard's rate-limit headers on every answer of the routes that refuse unknown parameters", () => {
    const strict = new Set(routes.filter(isStrictRoute).map(({ path }) => path));
    const unlike = responsesOf(document).filter(
      ({ path, headers }) => ("RateLimit" in headers && "RateLimit-Policy" in headers) !== strict.has(path),
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

  test("declares the ETag of every written record, and the Location of a new one", () => {
    const written = responsesOf(document).filter(
      ({ place, status }) =>
        /^(POST|PUT|DELETE) /.test(place) &&
        status.startsWith("2") &&
        !/ \/(activity|accounts?|account-keys|invitations|keys|limit-requests|changes|problems|suggestions)(\/|$)/.test(
          place,
        ) &&
        !/\/merge$/.test(place),
    );

    const detailed = resources.filter(({ details }) => details);
    expect(written).toHaveLength(resources.length * 3 + detailed.length * 2);
    expect(written.filter(({ headers }) => !("ETag" in headers))).toEqual([]);
    expect(written.filter(({ status, headers }) => (status === "201") !== "Location" in headers)).toEqual([]);
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

  test("gives the activity log's own limits", () => {
    const { parameters } = operationsOf(document).find(({ place }) => place === "GET /activity") ?? {};

    expect(parameters?.map(({ name }) => name)).toEqual([
      "resource",
      "record_id",
      "account_id",
      "change_id",
      "from",
      "to",
      "q",
      "before",
      "limit",
    ]);
    expect(parameters?.at(-1)).toMatchObject({ schema: { type: "integer", minimum: 1, maximum: 100 } });
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

  test("where they are set: another licence, the operator, and absolute addresses", () => {
    const source = {
      NEXTAUTH_URL: "https://listings.example.com/",
      DATA_LICENSE_URL: "https://listings.example.com/licence",
    };
    const common = {
      license: { name: "The licence of the data", url: "https://listings.example.com/licence" },
      terms: "https://listings.example.com/terms",
      server: "https://listings.example.com/api",
    };

    expect(infoOf({ ...source, SECURITY_CONTACT: "mailto:ada@example.com" })).toEqual({
      ...common,
      contact: { email: "ada@example.com" },
    });
    expect(infoOf({ ...source, SECURITY_CONTACT: "https://example.com/report" })).toEqual({
      ...common,
      contact: { url: "https://example.com/report" },
    });
  });

  test("an absolute server leaves the reference's paths as they are", () => {
    const document = openapiDocument(routes, parseEnv({ NEXTAUTH_URL: "https://listings.example.com" }), []);
    const operations = referenceOf(document).groups.flatMap((group) => group.operations);

    expect(operations.map(({ path }) => path)).toContain("/api/shows/{id}");
  });
});

async function documentOf(database: Database) {
  const catalogue = new Catalogue(database);
  const derived = new DerivedValues(catalogue, new ComputedReads(), Date.now);
  const body = await currentDocument(routes, { catalogue, derived, settings }, null);
  return JSON.parse(body.identity.toString()) as ReturnType<typeof openapiDocument>;
}

async function problemsOf(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`);
}

/** Those for the operator only are not documented. */
const offeredOperations = routes
  .filter(({ path, isHidden }) => !isHidden && path !== "/cron")
  .flatMap(({ path, operations }) => Object.keys(operations).map((method) => `${method} ${path}`));
