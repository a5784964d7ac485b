import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
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
