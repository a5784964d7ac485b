import { expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "../core/errors.ts";
import { Representation } from "../catalogue/representation.ts";
import { fastestDatabase } from "../../test/databases.ts";
import { useService } from "../../test/service.ts";
import { idParam } from "./declaration.ts";
import { defineOperation, queryReader } from "./define-operation.ts";
import type { Route } from "./route.ts";
import { parseTarget } from "./router.ts";

const tag = { name: "Trials", description: "Only in this test." };

const trial: Route = {
  path: "/trials/{id}",
  isMetered: true,
  operations: {
    POST: defineOperation({
      operationId: "try",
      tag,
      summary: "Try",
      input: {
        params: idParam("trial"),
        query: z.object({
          times: z.coerce.number("must be a number").default(1),
          of: z.array(z.string()).optional(),
        }),
        body: z.strictObject({ name: z.string(), until: z.number().optional() }),
      },
      output: { description: "What came.", schema: z.looseObject({}) },
      bodyAt: (now) =>
        z.strictObject({ name: z.string(), until: z.number().min(now, "must be in the future").optional() }),
      prepare: ({ params: { id } }) => {
        if (id === "none") throw new AppError("not_found", { error: "Trial not found" });
        return id.toUpperCase();
      },
      check: ({ sent }, prepared) =>
        sent["name"] === prepared ? [{ path: "name", message: "is the trial's own" }] : [],
      handle: ({ params, query, body, prepared }) => ({
        body: Representation.json({ ...params, ...query, ...body, prepared }),
      }),
    }),
    DELETE: defineOperation({
      operationId: "end",
      tag,
      summary: "End",
      output: { description: "Nothing.", schema: z.looseObject({}) },
      handle: ({ query, body = "none", prepared = "none" }) => ({
        body: Representation.json({ query, body, prepared }),
      }),
    }),
  },
};

const service = useService(fastestDatabase, { extraRoutes: [trial] });

async function send(path: string, body: unknown, method = "POST") {
  const headers = { "Content-Type": "application/json" };
  const answer = await service.get(path, { method, headers, body: JSON.stringify(body) });
  return [answer.status, await answer.json()] as [status: number, body: { issues?: object[] }];
}

test("an operation receives its declared parameters, query and body parsed", async () => {
  expect(await send("/api/trials/a?times=3&unknown=1", { name: "b", until: 9e15 })).toEqual([
    200,
    { id: "a", times: 3, name: "b", until: 9e15, prepared: "A" },
  ]);
});

test("an array field gets all values of a repeated parameter, and any other field gets the first", async () => {
  const [status, answer] = await send("/api/trials/a?times=3&of=x&times=4&of=&of=y", { name: "b" });
  expect([status, answer]).toMatchObject([200, { times: 3, of: ["", "x", "y"] }]);
});

test("a strict query refuses several values for one field, with one issue for each, and takes them for an array", async () => {
  const strict = queryReader(z.strictObject({ day: z.iso.date().optional(), of: z.array(z.string()).optional() }));
  const read = (search: string) => strict(parseTarget(`/api/trials?${search}`));

  expect(read("day=2026-11-23&of=x&of=y")).toEqual({ day: "2026-11-23", of: ["x", "y"] });
  expect(() => read("day=soon&day=soon&more=1&more=2")).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({
        issues: [
          { path: "day", message: "must be given once" },
          { path: "more", message: "There is no such parameter." },
        ],
      }),
    }),
  );
});

test("a missing record gets a 404 before the query and the body are parsed", async () => {
  expect(await send("/api/trials/none?times=x", { nonsense: true })).toEqual([404, { error: "Trial not found" }]);
});

test("an invalid query gets a 400 before the body is read", async () => {
  const [status, { issues }] = await send("/api/trials/a?times=x", { nonsense: true });
  expect([status, issues]).toEqual([400, [{ path: "times", message: "must be a number" }]]);
});

test("one 400 lists the issues of the schema, of the time-dependent schema and of the operation's own check", async () => {
  const [status, { issues }] = await send("/api/trials/a", { name: "A", until: 999, more: 1 });
  expect(status).toBe(400);
  expect(issues).toEqual([
    { path: "until", message: "must be in the future" },
    { path: "more", message: "There is no such field." },
    { path: "name", message: "is the trial's own" },
  ]);
});

test("an operation without declared input reads neither query nor body", async () => {
  expect(await send("/api/trials/a?times=x", { nonsense: true }, "DELETE")).toEqual([
    200,
    { query: {}, body: "none", prepared: "none" },
  ]);
});
