/** @module-tag full */
import { convert as convertForInsomnia } from "insomnia-importers";
import { generateSource } from "oazapfts";
import Postman from "openapi-to-postmanv2";
import openapiTypescript, { astToString } from "openapi-typescript";
import ts from "typescript";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { fastestDatabase } from "../../../test/databases.ts";
import { highLimits, useService } from "../../../test/service.ts";

const service = useService(fastestDatabase, { settings: { ...highLimits, NEXTAUTH_URL: "https://listings.example" } });
let text: string;
let operations: string[];

beforeAll(async () => {
  text = await (await service.get("/api/openapi.json")).text();
  const { paths } = JSON.parse(text) as { paths: Record<string, object> };
  operations = Object.entries(paths).flatMap(([place, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${place}`),
  );
});

const errorsIn = (code: string) => ts.transpileModule(code, { reportDiagnostics: true }).diagnostics;

test("openapi-typescript makes types of every path", async () => {
  const code = astToString(await openapiTypescript(text));

  expect(errorsIn(code)).toEqual([]);
  for (const operation of operations) expect(code).toContain(`"${operation.split(" ")[1]}": {`);
});

test("oazapfts makes a client with a function for every operation", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "theatre-openapi-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "openapi.json");
  writeFileSync(file, text);
  const code = await generateSource(file);

  expect(errorsIn(code)).toEqual([]);
  expect(code.match(/^export function /gm)?.length).toBeGreaterThanOrEqual(operations.length);
});

test("Insomnia imports every operation", async () => {
  // The published importer has a parser from before OpenAPI 3.1; `overrides` in package.json gives it a newer one, as
  // Insomnia itself has.
  const { data } = await convertForInsomnia(text);
  const requests = data.resources.filter(({ _type }) => _type === "request");

  expect(requests).toHaveLength(operations.length);
});

test("Postman imports every operation", async () => {
  const made = await new Promise<Imported>((resolve, reject) =>
    Postman.convertV2({ type: "string", data: text }, {}, (error, result) =>
      error ? reject(new Error(error.message)) : resolve(result as Imported),
    ),
  );
  const imported = requestsIn(made.output?.[0]?.data ?? expect.fail("Nothing was imported."));
  expect(imported.length).toBeGreaterThanOrEqual(operations.length);
});

/** As far as the test reads them. */
interface Imported {
  output?: { data: PostmanFolder }[];
}
interface PostmanFolder {
  item: (PostmanFolder | { request: object })[];
}

function requestsIn({ item }: PostmanFolder): object[] {
  return item.flatMap((one) => ("item" in one ? requestsIn(one) : [one.request]));
}
