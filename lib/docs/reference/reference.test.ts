import { describe, expect, test } from "vitest";
import { paths } from "../../resources/resource-views.browser.ts";
import { routes } from "../../routes.ts";
import { parseEnv } from "../../settings/env.ts";
import { openapiDocument } from "../openapi/document.ts";
import { referenceOf } from "./reference.ts";

const document = openapiDocument(routes, parseEnv({}), []);
const { groups } = referenceOf(JSON.stringify(document));
const operations = groups.flatMap((group) => group.operations);

describe("the reference", () => {
  test("has every operation of the document, each with its own address", () => {
    const described = Object.values(document.paths).flatMap((item) => Object.keys(item));
    expect(operations).toHaveLength(described.length);
    expect(new Set(operations.map(({ anchor }) => anchor)).size).toBe(described.length);
    expect(groups.map(({ slug }) => slug).slice(0, paths.length)).toEqual(paths);
  });

  test("names every field of a response, with its type, its limits and whether it may be null", () => {
    const list = operations.find(({ anchor }) => anchor === "list-cast-members");
    const field = (name: string) => list?.success.content?.fields.find((one) => one.name === name);

    expect(field("role_id")).toMatchObject({ type: "string", mayBeNull: true, isRequired: true });
    expect(field("role")).toMatchObject({ type: "object", mayBeNull: true });
    expect(field("billing_order")).toMatchObject({ type: "integer", mayBeNull: true, limits: ["1 to 10,000"] });
    expect(field("production.show.type")).toMatchObject({ limits: ["one of `musical`, `play`, `comedy`, `drama`"] });
  });

  test("names the error and the headers of every failure", () => {
    const refusals = operations.flatMap(({ others }) => others.filter(({ status }) => status >= 400));

    expect(
      refusals.filter(({ content }) => content?.fields[0]?.name !== "error" && content?.examples.length === 0),
    ).toEqual([]);
    expect(refusals.filter(({ headers }) => !headers.some(({ name }) => name === "X-Request-Id"))).toEqual([]);
  });
});
