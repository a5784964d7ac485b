import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Representation } from "../lib/catalogue/representation.ts";
import { defineOperation } from "../lib/http/define-operation.ts";
import type { HandlerResult, Route } from "../lib/http/route.ts";
import { developer } from "./developer.ts";
import { fastestDatabase } from "./databases.ts";
import { useService } from "./service.ts";
import { differences } from "./document-answers.ts";

/** The requests of docs/api-contract.md and their responses. */
const examples = [
  ...readFileSync("docs/api-contract.md", "utf8").matchAll(/^## (\d+)\. [^]*?\n```http\n([^]*?)\n```/gm),
].map(([, section = "", text = ""]) => ({ section, ...parse(text) }));
const service = useService(fastestDatabase, { isOwn: true });

/** The names of all fields in a JSON text. */
const namesOf = (body: string) => [...body.matchAll(/"(\w+)":/g)].map(([, name = ""]) => name);

/** Pages are Next's, and the others need a day without requests left or a service without its database. */
const isSent = ({ path, status }: ReturnType<typeof parse>) =>
  /^\/(api|feeds)\//.test(path) && ![429, 503].includes(status);

test("each section has an example", () => {
  expect(examples.map(({ section }) => Number(section))).toEqual(
    [...readFileSync("docs/api-contract.md", "utf8").matchAll(/^## (\d+)\./gm)].map(([, section]) => Number(section)),
  );
});

describe.each(examples.filter(isSent))("contract §$section: $method $path", (example) => {
  const { section, method, path, headers, body, status, responseHeaders, responseBody } = example;

  test("has the response that the document shows", async () => {
    const isPublic = method === "OPTIONS" || (method === "GET" && section !== "7");
    const cookie: Record<string, string> = isPublic ? {} : { cookie: (await developer(service, "admin")).cookie };
    // So that the activity log has an entry.
    if (section === "7")
      await (await developer(service, "editor")).ask("POST", "/shows", { name: "A show", type: "play" });
    const response = await service.get(path, { method, headers: { ...headers, ...cookie }, ...(body && { body }) });
    const text = await response.text();

    expect([response.status, text]).toEqual([status, expect.any(String)]);
    for (const name of Object.keys(responseHeaders)) expect([name, response.headers.has(name)]).toEqual([name, true]);
    if (responseBody.startsWith("BEGIN")) expect(text).toMatch(/^BEGIN/);
    else if (responseBody.includes("…")) expect(namesOf(text)).toEqual(expect.arrayContaining(namesOf(responseBody)));
    else if (responseBody !== "") expect(differences(JSON.parse(responseBody), JSON.parse(text))).toEqual([]);
  });
});

/** A request and its response, as `http` text. */
function parse(text: string) {
  const [request = "", response = ""] = text.split(/\n\n(?=HTTP)/);
  const [first = "", ...lines] = request.split("\n");
  const [method = "", path = ""] = first.split(" ");
  const [statusLine = "", ...more] = response.split("\n");
  const isBody = (line: string) => /^([[{]|BEGIN|…)/.test(line);
  const headersOf = (from: string[]): Record<string, string> =>
    Object.fromEntries(
      from.flatMap((line) => {
        const [, name, value] = /^([\w-]+): (.*)$/.exec(line) ?? [];
        return name === undefined || value === undefined ? [] : [[name, value]];
      }),
    );
  return {
    method,
    path,
    headers: headersOf(lines),
    body: lines.find(isBody) ?? null,
    status: Number(statusLine.split(" ")[1]),
    responseHeaders: headersOf(more),
    responseBody: more.find(isBody) ?? "",
  };
}

const name = z.strictObject({ name: z.string() });
/** What the handlers of made-up paths return; the first alone is what they declare. */
const answers: Record<string, HandlerResult> = {
  declared: { body: Representation.json({ name: "Ada" }) },
  "other-status": { status: 202, body: Representation.json({ name: "Ada" }) },
  "more-members": { body: Representation.json({ name: "Ada", secret: "of Ada" }) },
  "no-body": { body: null },
  "no-header": { status: 201, body: Representation.json({ name: "Ada" }) },
  "lines-of-work": { body: null, work: async () => Representation.json({ nickname: "Ada" }) },
};

const routes: Route[] = Object.entries(answers).map(([path, result]) => ({
  path: `/${path}`,
  isMetered: true,
  operations: {
    GET: defineOperation({
      operationId: path,
      tag: { name: "Answers", description: "Only in this test." },
      summary: "Answer",
      output: { description: "A name.", schema: name },
      otherOutputs: [{ status: 201, description: "A new name.", schema: name, headers: ["Location"] }],
      handle: () => result,
    }),
  },
}));

describe("a test's service", () => {
  const service = useService(fastestDatabase, { extraRoutes: routes });

  test("sends a response that matches its declaration", async () => {
    expect((await service.get("/api/declared")).status).toBe(200);
  });

  test.each(["other-status", "more-members", "no-body", "no-header"])("returns 500 instead of %s", async (path) => {
    expect((await service.get(`/api/${path}`)).status).toBe(500);
  });

  test("ends streamed work without a result that does not match its declaration", async () => {
    const lines = service.get("/api/lines-of-work").then((answer) => answer.text());
    expect(await lines.catch(() => "cut off")).not.toContain("Ada");
  });
});
