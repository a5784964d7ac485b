import { expect, test } from "vitest";
import { z } from "zod";
import { defineOperation } from "../lib/http/define-operation.ts";
import type { HandlerResult, Route } from "../lib/http/route.ts";
import { Representation } from "../lib/catalogue/representation.ts";
import { fastestDatabase } from "./databases.ts";
import { useService } from "./service.ts";

const name = z.strictObject({ name: z.string() });

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

const service = useService(fastestDatabase, { extraRoutes: routes });

test("a response that matches its declaration is sent", async () => {
  expect((await service.get("/api/declared")).status).toBe(200);
});

test.each(["other-status", "more-members", "no-body", "no-header"])(
  "a test's service returns 500 instead of %s",
  async (path) => {
    expect((await service.get(`/api/${path}`)).status).toBe(500);
  },
);

test("streamed work whose result does not match the declaration ends without a result", async () => {
  const lines = service.get("/api/lines-of-work").then((answer) => answer.text());
  expect(await lines.catch(() => "cut off")).not.toContain("Ada");
});
