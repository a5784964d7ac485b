import { beforeEach, expect, test } from "vitest";
import { Representation } from "../catalogue/representation.ts";
import { fastestDatabase } from "../../test/databases.ts";
import { useService } from "../../test/service.ts";
import { quotaOf } from "../../test/quota-helpers.ts";
import type { Route } from "./route.ts";

let calls = 0;
const counted: Route = {
  path: "/counted",
  isMetered: true,
  operations: {
    GET: {
      isConditional: true,
      handle: () => {
        calls += 1;
        return { body: Representation.json("the same"), isConditional: true };
      },
    },
  },
};

const service = useService(fastestDatabase, { extraRoutes: [counted] });
beforeEach(() => {
  calls = 0;
});

const ask = (tag: string) => service.get("/api/counted", { headers: { "If-None-Match": tag } });

test("a conditional GET of changed content runs its handler once and is counted once", async () => {
  const [first, second] = [await ask('"other"'), await ask('"other"')];

  expect([first.status, await first.json(), calls]).toEqual([200, "the same", 2]);
  expect(quotaOf(first).remaining - quotaOf(second).remaining).toBe(1);
});

test("a conditional GET of unchanged content runs its handler once and is not counted", async () => {
  const held = (await ask('"other"')).headers.get("etag") ?? "";
  calls = 0;
  const [first, second] = [await ask(held), await ask(held)];

  expect([first.status, second.status, calls]).toEqual([304, 304, 2]);
  expect(quotaOf(first).remaining - quotaOf(second).remaining).toBe(0);
});
