import { describe, expect, test } from "vitest";
import { routes } from "../../routes.ts";
import { parseEnv } from "../../settings/env.ts";
import { guidesFor } from "../guides/guides.ts";
import { openapiDocument } from "../openapi/document.ts";
import { referenceOf } from "../reference/reference.ts";
import { docsEntries, synonyms } from "./docs-entries.ts";
import { createDocsSearch } from "./matching.browser.ts";

const limits = parseEnv({});
const reference = referenceOf(JSON.stringify(openapiDocument(routes, limits, [])));
const guides = guidesFor({ origin: "https://listings.example", limits, reference });
const entries = docsEntries({ reference, guides, sections: [{ anchor: "tools", title: "Tools" }] });

describe("the entries of the documentation's search", () => {
  test("have every endpoint, and no entry twice", () => {
    const operations = reference.groups.flatMap((group) => group.operations);

    expect(entries.filter(({ kind }) => kind === "endpoint")).toHaveLength(operations.length);
    const keys = entries.map(({ kind, title, href }) => `${kind} ${title} ${href}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.each([
    ["first request", { kind: "guide", href: "/docs/guides/first-call" }],
    ["get /api/shows", { kind: "endpoint", href: "/docs/shows#list-shows" }],
    ["running_on", { kind: "parameter", href: "/docs/search#search-shows-query-running_on" }],
    ["billing_order", { kind: "field", href: "/docs/roles#get-role-players-answer-billing_order" }],
    ["rate limit exceeded", { kind: "error", href: "/docs/guides/errors#status-429" }],
    ["409", { kind: "section", href: "/docs/guides/errors#status-409" }],
    ["x-ratelimit-limit", { kind: "header", href: "/docs#header-x-ratelimit-limit" }],
    ["tools", { kind: "section", href: "/docs#tools" }],
  ])("%s is found, first of all", (typed, expected) => {
    expect(createDocsSearch(entries)(typed).entries[0]).toMatchObject(expected);
  });

  test.each([
    ["ics", "/docs/guides/calendars-and-downloads#calendars"],
    ["sync", "/docs/guides/keep-a-copy"],
    ["rotate", "/docs/guides/keys-and-limits#care"],
    ["understudy", "/docs/guides/players"],
    ["login", "/docs/guides/keys-and-limits#key"],
    ["webhook", "/docs/guides/keep-a-copy"],
    ["graphql", "/docs/guides/search#include"],
    ["sdk", "/docs#tools"],
  ])("%s finds what serves it, although the texts have other words", (typed, href) => {
    const { entries: found, areSimilar } = createDocsSearch(entries)(typed);

    expect([areSimilar, found.map((entry) => entry.href)]).toEqual([false, expect.arrayContaining([href])]);
  });

  test("have every address for which there are other words", () => {
    const addresses = new Set(entries.map(({ href }) => href));

    expect(Object.keys(synonyms).filter((one) => !addresses.has(one))).toEqual([]);
  });
});
