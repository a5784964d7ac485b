import { expect, test } from "vitest";
import { z } from "zod";
import { openapiDocument } from "../docs/openapi/document.ts";
import { currentReference } from "../docs/reference/current-reference.ts";
import { Representation } from "../catalogue/representation.ts";
import { fastestDatabase } from "../../test/databases.ts";
import { useService } from "../../test/service.ts";
import { defineOperation } from "./define-operation.ts";
import type { Route } from "./route.ts";

const answer = Representation.json({ answer: 42 });
const old: Route = {
  path: "/old-answer",
  isMetered: true,
  operations: {
    GET: defineOperation({
      operationId: "getOldAnswer",
      tag: { name: "Service", description: "Answers." },
      summary: "Get the old answer",
      description: "It is always the same.",
      deprecation: { since: "2027-01-01", sunset: "2027-07-15", instead: "Use `GET /api/answer`." },
      isConditional: true,
      input: { query: z.strictObject({}) },
      output: { description: "The answer.", schema: z.strictObject({ answer: z.int() }) },
      handle: () => ({ body: answer, isConditional: true }),
    }),
  },
};

const service = useService(fastestDatabase, { extraRoutes: [old], settings: { PUBLIC_DAILY_LIMIT: "3" } });

test("every answer of a deprecated operation says since when, until when and where it is explained; no other does", async () => {
  const asked = [
    await service.get("/api/old-answer"),
    await service.get("/api/old-answer", { headers: { "if-none-match": answer.etag("identity") } }),
    await service.get("/api/old-answer?surprise=1"),
    await service.get("/api/shows"),
    await service.get("/api/old-answer"),
  ];

  const told = (response: Response) => ["deprecation", "sunset", "link"].map((name) => response.headers.get(name));
  const link = '</docs/changelog>; rel="deprecation"; type="text/html"';
  const noticeWith = (links: string) => ["@1798761600", "Thu, 15 Jul 2027 00:00:00 GMT", links];
  const refused = (status: number) => noticeWith(`</docs/guides/errors#status-${status}>; rel="help", ${link}`);
  expect(asked.map((response) => [response.status, ...told(response)])).toEqual([
    [200, ...noticeWith(link)],
    [304, ...noticeWith(link)],
    [400, ...refused(400)],
    [200, null, null, '<https://creativecommons.org/licenses/by/4.0/>; rel="license"'],
    [429, ...refused(429)],
  ]);
  expect(asked[0]?.headers.get("access-control-expose-headers")).toMatch(/, Link, .*Deprecation, Sunset$/);
});

test("the OpenAPI document and the reference mark a deprecated operation, and say what to use instead", async () => {
  const { infrastructure } = service;
  const document = openapiDocument([old], infrastructure.settings, []);
  const { groups } = await currentReference([old], infrastructure);

  const description = expect.stringMatching(
    /^Deprecated since 2027-01-01; it may be gone from 2027-07-15 on, .* Use `GET \/api\/answer`\. It is always the same\.$/,
  ) as string;
  expect(document.paths["/old-answer"]?.["get"]).toMatchObject({ deprecated: true, description });
  expect(groups.flatMap(({ operations }) => operations)).toMatchObject([{ isDeprecated: true, description }]);
});
