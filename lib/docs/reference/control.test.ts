import { expect, test } from "vitest";
import { controlOf } from "./operation.ts";

const list = (name: string, items: object, explode = false) =>
  controlOf({ name, schema: { type: "array", items }, explode });
const one = (schema: object) => controlOf({ name: "one", schema, explode: true });

test("lists of fixed values are choices, fields with and without a minus an order, and ids records", () => {
  expect(list("type", { enum: ["musical", "play"] })).toEqual({ kind: "choices", values: ["musical", "play"] });
  expect(list("sort", { enum: ["id", "-id", "name", "-name"] })).toEqual({ kind: "order", fields: ["id", "name"] });
  expect(list("person_id", { type: "string" })).toEqual({ kind: "records", path: "people" });
  expect(list("tags", { type: "string" })).toEqual({ kind: "text" });
});

test("a parameter that is repeated takes one value", () => {
  expect(list("theatre_id", { type: "string" }, true)).toEqual({ kind: "text" });
});

test("single values are choices, days, numbers or texts", () => {
  expect(one({ type: "string", enum: ["exact"] })).toEqual({ kind: "choice", values: ["exact"] });
  expect(one({ type: "string", format: "date" })).toEqual({ kind: "date" });
  expect(one({ type: "integer" })).toEqual({ kind: "number" });
  expect(one({ type: "string", format: "date-time" })).toEqual({ kind: "text" });
});
