import { contractResources } from "../records.ts";
import ownOperations from "../operations.json" with { type: "json" };
import { check, ownServerCheck, section } from "../check.ts";
import { get, responseText } from "../client.ts";
import { expectDocument } from "../documented.ts";
import { expectBody, expectSame, expectStatus, expectThat, isObject } from "../expect.ts";

/** Contract §8 and §10: errors, documentation, health, and the properties of every response. */
section("§8 Errors", () => {
  ownServerCheck("A header that is too large is 431, in JSON", async () => {
    const response = await get("/api/shows", { "X-Large": "a".repeat(20_000) });
    expectStatus(response, 431);
    expectThat("body", isObject(expectBody(response, 431)), responseText(response), "a JSON object");
  });

  ownServerCheck("An unknown expectation is 417, in JSON", async () => {
    const response = await get("/api/shows", { Expect: "miracles" });
    expectThat("body", isObject(expectBody(response, 417)), responseText(response), "a JSON object");
  });
});

section("§10 Documentation and health", () => {
  check("GET /openapi.json is valid OpenAPI 3.1", async () => {
    const { openapi } = expectDocument() as { openapi?: unknown };
    expectThat("openapi", /^3\.1\.\d+$/.test(String(openapi)), openapi, "3.1.x");
    expectSame("what is wrong with it", await problemsOf(JSON.stringify(expectDocument())), []);
  });

  check("The document covers every operation of the contract", () => {
    const { paths } = expectDocument() as { paths?: unknown };
    const documented = Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
      Object.keys(isObject(item) ? item : {}).map((method) => `${method} ${path}`),
    );
    expectSame(
      "missing operations",
      operations.filter((one) => !documented.includes(one)),
      [],
    );
  });

  check("The two security schemes, bearer key and session cookie, are in the document", () => {
    const document = expectDocument() as {
      components?: { securitySchemes?: Record<string, { type: string; scheme?: string; in?: string }> };
    };
    const schemes = Object.values(document.components?.securitySchemes ?? {});
    const found = schemes.map(({ type, scheme, in: place }) => `${type} ${scheme ?? place ?? ""}`.trim()).sort();
    expectSame("schemes", found, ["apiKey cookie", "http bearer"]);
  });

  check("GET /health: 200 while the process lives", async () => expectStatus(await get("/api/health"), 200));

  check("GET /health/ready: 200 when database and limit store answer", async () =>
    expectStatus(await get("/api/health/ready"), 200),
  );
});

const operations = [
  ...contractResources.flatMap(({ path }) => [
    ...["get", "post"].map((method) => `${method} /${path}`),
    ...["get", "put", "delete"].map((method) => `${method} /${path}/{id}`),
  ]),
  ...ownOperations,
];

/** Checked by an independent implementation of OpenAPI. */
async function problemsOf(source: string): Promise<string[]> {
  const { createConfig, lintFromString } = await import("@redocly/openapi-core");
  const config = await createConfig({ extends: ["minimal"] });
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`);
}
