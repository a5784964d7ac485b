import { section, type CheckContext } from "../check.ts";
import { header, requestName, responseText, type Client } from "../client.ts";
import { expectStatus, expectBody, expectThat, isObject, expectSame, NotCheckable } from "../expect.ts";
import ownOperations from "../operations.json" with { type: "json" };
import { contractNouns } from "../records.ts";
import { isMetered } from "../quota.ts";

/** Contract §8 and §10: errors, documentation, health, and the properties of every response. */
export const service = section("§8 Errors", [
  {
    name: "A header that is too large is 431, in JSON",
    needs: "own server",
    cost: { caller: 1 },
    run: async ({ client }) => {
      const answer = await client.get("/api/shows", { "X-Large": "a".repeat(20_000) });
      expectStatus(answer, 431);
      expectThat("body", isObject(expectBody(answer, 431)), responseText(answer), "a JSON object");
    },
  },
  {
    name: "An unknown expectation is 417, in JSON",
    needs: "own server",
    cost: { caller: 1 },
    run: async ({ client }) => {
      const answer = await client.get("/api/shows", { Expect: "miracles" });
      expectThat("body", isObject(expectBody(answer, 417)), responseText(answer), "a JSON object");
    },
  },
]).concat(
  section("§10 Documentation and health", [
    {
      name: "GET /openapi.json is valid OpenAPI 3.1",
      cost: { caller: 1 },
      run: async ({ client }) => {
        const answer = await client.get("/api/openapi.json");
        const version = (expectBody(answer, 200) as { openapi?: unknown }).openapi;
        expectThat("openapi", /^3\.1\.\d+$/.test(String(version)), version, "3.1.x");
        expectSame("what is wrong with it", await problemsOf(responseText(answer)), []);
      },
    },
    {
      name: "The document covers every operation of the contract",
      run: ({ client }) => {
        const { paths } = documentIn(client) as { paths?: unknown };
        const documented = Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
          Object.keys(isObject(item) ? item : {}).map((method) => `${method} ${path}`),
        );
        expectSame(
          "missing operations",
          operations.filter((one) => !documented.includes(one)),
          [],
        );
      },
    },
    {
      name: "The two security schemes, bearer key and session cookie, are in the document",
      run: ({ client }) => {
        const document = documentIn(client) as {
          components?: { securitySchemes?: Record<string, { type: string; scheme?: string; in?: string }> };
        };
        const schemes = Object.values(document.components?.securitySchemes ?? {});
        const found = schemes.map(({ type, scheme, in: place }) => `${type} ${scheme ?? place ?? ""}`.trim()).sort();
        expectSame("schemes", found, ["apiKey cookie", "http bearer"]);
      },
    },
    {
      name: "GET /health: 200 while the process lives",
      run: async ({ client }) => expectStatus(await client.get("/api/health"), 200),
    },
    {
      name: "GET /health/ready: 200 when database and limit store answer",
      run: async ({ client }) => expectStatus(await client.get("/api/health/ready"), 200),
    },
  ]),
);

/** Checks of all responses of the run; they come last. */
export const responseChecks = section("On every answer", [
  ...["Limit", "Remaining", "Reset"].map((name) => ({
    name: `Every response under /api other than auth and health carries X-RateLimit-${name}`,
    run: ({ client }: CheckContext) => {
      for (const answer of client.answers.filter(isMetered)) {
        const value = header(answer, `x-ratelimit-${name}`);
        expectThat(
          `X-RateLimit-${name} of ${requestName(answer)} (${answer.status})`,
          /^\d+$/.test(value ?? ""),
          value,
          "a whole number",
        );
      }
    },
  })),
  {
    name: "Every response has its own X-Request-Id",
    run: ({ client }) => {
      const seen = new Set<string>();
      for (const answer of client.answers.filter(isMetered)) {
        const id = header(answer, "x-request-id") ?? "";
        expectThat(
          `X-Request-Id of ${requestName(answer)}`,
          /^[\w.-]{8,128}$/.test(id) && !seen.has(id),
          id,
          "an id that no other response has",
        );
        seen.add(id);
      }
    },
  },
  {
    name: 'Errors are {"error": string} and what the contract adds, always JSON',
    run: ({ client }) => {
      for (const answer of client.answers.filter(
        (one) => isMetered(one) && one.status >= 400 && one.asked.method !== "HEAD",
      )) {
        const body = expectBody(answer, answer.status);
        expectThat(
          `body of ${requestName(answer)}`,
          isObject(body) && typeof body["error"] === "string",
          body,
          "an error and its name",
        );
        expectSame(
          `Content-Type of ${requestName(answer)}`,
          header(answer, "content-type"),
          "application/json; charset=utf-8",
        );
        const strange = Object.keys(isObject(body) ? body : {}).filter((field) => !errorFields.includes(field));
        expectSame(`fields of ${requestName(answer)} that no error has`, strange, []);
      }
    },
  },
  {
    name: "No answer is a 500",
    run: ({ client }) => {
      const broken = client.answers.filter(({ status }) => status >= 500);
      expectSame("answers with 500 or more", broken.map(requestName), []);
    },
  },
  {
    name: "X-Content-Type-Options: nosniff, and no X-Powered-By",
    run: ({ client }) => {
      for (const answer of client.answers.filter(isMetered)) {
        expectSame(
          `X-Content-Type-Options of ${requestName(answer)}`,
          header(answer, "x-content-type-options"),
          "nosniff",
        );
        expectSame(`X-Powered-By of ${requestName(answer)}`, header(answer, "x-powered-by"), null);
      }
    },
  },
]);

const errorFields = ["error", "message", "issues", "issue_count", "references", "limit", "reset", "request_id"];

const operations = [
  ...contractNouns.flatMap(({ path }) => [
    ...["get", "post"].map((method) => `${method} /${path}`),
    ...["get", "put", "delete"].map((method) => `${method} /${path}/{id}`),
  ]),
  ...ownOperations,
];

/** The document that the previous check has read. */
function documentIn({ answers }: Client): unknown {
  const answer = answers.find(({ asked }) => asked.path === "/api/openapi.json");
  if (!answer) throw new NotCheckable("/api/openapi.json was not read");
  return expectBody(answer, 200);
}

/** Cached, because repeated runs usually read the same document. */
const known = new Map<string, Promise<string[]>>();

function problemsOf(source: string): Promise<string[]> {
  const problems = known.get(source) ?? readAnew(source);
  known.set(source, problems);
  return problems;
}

/** Checked by an independent implementation of OpenAPI. */
async function readAnew(source: string): Promise<string[]> {
  const { createConfig, lintFromString } = await import("@redocly/openapi-core");
  const config = await createConfig({ extends: ["minimal"] });
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`);
}
