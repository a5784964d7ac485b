import { describe, expect, test } from "vitest";
import { parseEnv } from "../../settings/env.ts";
import { leastNoticeDays } from "../../http/response-headers.ts";
import type { Route } from "../../http/route.ts";
import { openapiDocument } from "../openapi/document.ts";
import { routes } from "../../routes.ts";
import { changelog, type InterfaceChange } from "./changelog.ts";
import { changelogAtom, changelogFeed } from "./feed.ts";

const settings = parseEnv({});
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
const oldestFirst = (changes: readonly InterfaceChange[]) => changes.toReversed();

/** Every way in which the changelog and the routes break the policy of contract §16. */
function breaches(changes: readonly InterfaceChange[], served: readonly Route[]): string[] {
  const found: string[] = [];
  const known = new Set<string>();
  const deprecated = new Map<string, string>();
  for (const { date, ...change } of oldestFirst(changes)) {
    for (const operation of change.added ?? []) known.add(operation);
    for (const operation of change.deprecated ?? []) deprecated.set(operation, date);
    for (const operation of change.removed ?? []) {
      const since = deprecated.get(operation);
      if (since === undefined) found.push(`${operation} was removed without having been deprecated`);
      else if (daysBetween(since, date) < leastNoticeDays)
        found.push(`${operation} was removed ${daysBetween(since, date)} days after its deprecation`);
      known.delete(operation);
      deprecated.delete(operation);
    }
  }
  const { paths } = openapiDocument(served, settings, []);
  const current = new Set(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  );
  for (const operation of known) if (!current.has(operation)) found.push(`${operation} has disappeared`);
  for (const operation of current) if (!known.has(operation)) found.push(`${operation} is in no entry`);
  for (const { path, operations } of served)
    for (const [method, { declaration }] of Object.entries(operations)) {
      const { deprecation } = declaration ?? {};
      const operation = `${method} ${path}`;
      if (deprecated.get(operation) !== deprecation?.since) found.push(`${operation} is deprecated in one place only`);
      if (deprecation && daysBetween(deprecation.since, deprecation.sunset) < leastNoticeDays)
        found.push(`${operation} goes too soon`);
    }
  return found;
}

describe("the changelog", () => {
  test("adds up to the operations of the OpenAPI document, of which none has gone without notice of 180 days", () => {
    expect(breaches(changelog, routes)).toEqual([]);
  });

  test("is newest first, with days and unique anchors", () => {
    const dates = changelog.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
    for (const date of dates) expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
    expect(new Set(changelog.map(({ id }) => id)).size).toBe(changelog.length);
  });

  test("is a JSON Feed 1.1 with absolute addresses, and an Atom feed with the same entries, escaped for XML", () => {
    const origin = "https://listings.example.com";
    const feed = changelogFeed(origin);
    const atom = changelogAtom(origin);
    const plain = (text: string) =>
      text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
    const valuesOf = (pattern: RegExp) => [...atom.matchAll(pattern)].map(([, text = ""]) => plain(text));

    expect(feed).toMatchObject({
      version: "https://jsonfeed.org/version/1.1",
      home_page_url: `${origin}/docs/changelog`,
      feed_url: `${origin}/docs/changelog.json`,
    });
    expect(feed.items).toHaveLength(changelog.length);
    const { id, content_text, date_published } = feed.items.find((one) => one.id.endsWith("#updates")) ?? expect.fail();
    expect([id, date_published]).toEqual([`${origin}/docs/changelog#updates`, "2026-11-23T00:00:00Z"]);
    expect(content_text).toContain("Added: GET /updates");
    expect(valuesOf(/^ {4}<id>(.*)<\/id>$/gm)).toEqual(feed.items.map((one) => one.id));
    expect(valuesOf(/^ {4}<title>(.*)<\/title>$/gm)).toEqual(feed.items.map(({ title }) => title));
    expect(valuesOf(/<content type="text">([^<]*)<\/content>/g)).toEqual(feed.items.map((one) => one.content_text));
    expect(valuesOf(/^ {4}<updated>(.*)<\/updated>$/gm)).toEqual(feed.items.map((one) => one.date_published));
    expect(atom.replaceAll(/&(lt|gt|quot|amp);/g, "")).not.toContain("&");
  });
});
