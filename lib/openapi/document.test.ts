import { readdirSync } from "node:fs";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { seedWhenEmpty } from "../../prisma/seed/load.ts";
import type { Handlers } from "../api/handlers.ts";
import { Catalogue } from "../catalogue/catalogue.ts";
import type { Database } from "../db/connect.ts";
import { wrapPglite } from "../db/embedded.ts";
import { migrate } from "../db/migrate.ts";
import { resources } from "../resources.ts";
import { documentedSchemas, openapiDocument } from "./document.ts";

const root = process.cwd();
const limits = { PUBLIC_DAILY_LIMIT: 100, KEY_DAILY_LIMIT: 10_000, ACCOUNT_DAILY_LIMIT: 10_000 };

describe("the document of the West End dataset", () => {
  let database: Database;
  let document: ReturnType<typeof openapiDocument>;

  beforeAll(async () => {
    database = wrapPglite(await PGlite.create(), "memory", async () => undefined);
    await migrate(database, root);
    await seedWhenEmpty(database, root, () => undefined);
    document = await documentOf(database);
  }, 60_000);
  afterAll(() => database.close());

  test("passes Redocly's recommended rules without a warning", async () => {
    expect(await problemsOf(document)).toEqual([]);
  });

  test("shows a real record for each resource, alone and in its list", () => {
    const withoutExample = resources
      .flatMap(({ path }) => [`/${path}`, `/${path}/{id}`])
      .filter((path) => !examplesOf(document).some((example) => example.path === path && example.status === "200"));

    expect(withoutExample).toEqual([]);
  });

  test("has only examples that its zod schemas accept", () => {
    const rejected = examplesOf(document).filter(({ schema, example }) => !schema.safeParse(example).success);

    expect(rejected).toEqual([]);
  });

  test("describes every operation of every route, and nothing else", async () => {
    const documented = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );

    expect(documented.sort()).toEqual((await offeredOperations()).sort());
  });

  test("promises the rate-limit headers on every answer but those of health", () => {
    const unlike = answersOf(document).filter(
      ({ path, headers }) => "X-RateLimit-Remaining" in headers === path.startsWith("/health"),
    );

    expect(unlike).toEqual([]);
  });
});

test("the document of an empty database has no examples of records and passes the same rules", async () => {
  const exhibits = resources.map((resource) => ({ resource, sample: null }));

  const document = openapiDocument(limits, exhibits);

  expect(await problemsOf(document)).toEqual([]);
  expect(examplesOf(document).filter(({ path, status }) => path === "/shows" && status === "200")).toEqual([]);
});

test("the limits in the introduction are those of the settings", () => {
  const { info } = openapiDocument({ ...limits, PUBLIC_DAILY_LIMIT: 2500 }, []);

  expect(info.description).toContain("2,500 requests per UTC day without credentials");
});

async function documentOf({ prisma }: Database) {
  const catalogue = new Catalogue(prisma);
  const exhibits = resources.map(async (resource) => ({
    resource,
    sample: (await catalogue.shelf(resource, null)).fullest(),
  }));
  return openapiDocument(limits, await Promise.all(exhibits));
}

async function problemsOf(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`);
}

const reference = z.object({ $ref: z.string() });
const jsonAnswer = z.object({
  headers: z.record(z.string(), z.unknown()),
  content: z
    .object({ "application/json": z.object({ schema: z.unknown(), example: z.unknown().optional() }) })
    .optional(),
});
const operations = z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) }));

/** Every answer of every path, with what is kept in the components looked up. */
function answersOf(document: ReturnType<typeof openapiDocument>) {
  const shared: Record<string, unknown> = document.components.responses;
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(operations.parse(item)).flatMap(({ responses }) =>
      Object.entries(responses).map(([status, response]) => {
        const { data } = reference.safeParse(response);
        return { path, status, ...jsonAnswer.parse(data ? shared[nameIn(data.$ref)] : response) };
      }),
    ),
  );
}

function examplesOf(document: ReturnType<typeof openapiDocument>) {
  return answersOf(document).flatMap(({ path, status, content }) => {
    const { schema, example } = content?.["application/json"] ?? {};
    return example === undefined ? [] : [{ path, status, example, schema: zodSchemaOf(schema) }];
  });
}

function zodSchemaOf(schema: unknown): z.ZodType {
  const one = reference.safeParse(schema).data;
  if (!one) return z.array(zodSchemaOf(z.object({ items: reference }).parse(schema).items));
  const named = [...documentedSchemas].find((candidate) => candidate.meta()?.id === nameIn(one.$ref));
  return named ?? z.never();
}

function nameIn(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}

/** What the `route.ts` files under `app/api` offer; a catch-all answers for what nobody documents. */
async function offeredOperations(): Promise<string[]> {
  const files = readdirSync(path.join(root, "app/api"), { recursive: true, encoding: "utf8" });
  const own = files.filter((file) => path.basename(file) === "route.ts" && !file.includes("[..."));
  const offered = own.map(async (file) => {
    const { GET: handler } = (await import(path.join(root, "app/api", file))) as Handlers;
    const place = `/${path
      .dirname(file)
      .replaceAll(path.sep, "/")
      .replace(/\[(\w+)\]/g, "{$1}")}`;
    return Object.keys(handler.route?.operations ?? {}).map((method) => `${method} ${place}`);
  });
  return (await Promise.all(offered)).flat();
}
