import { expect, test } from "vitest";
import { createDocsSearch, type DocsEntry } from "./matching.browser.ts";

const entry = (kind: DocsEntry["kind"], title: string, about = "") => ({ kind, title, about, href: `/docs#${title}` });
const search = createDocsSearch([
  entry("field", "production.theatre_id", "Response of GET /api/cast-members"),
  entry("parameter", "theatre_id", "GET /api/productions"),
  entry("field", "theatre_id", "Response of GET /api/productions"),
  entry("endpoint", "GET /api/theatres/{id}", "Get one theatre"),
  entry("error", "429 Rate limit exceeded", "Wait until the day ends."),
  entry("section", "When the limit is reached", "Keys and limits"),
  entry("guide", "Polling for free", "Ask often, and pay only for changes."),
]);
const [getTheatre, exceeded] = ["endpoint: GET /api/theatres/{id}", "error: 429 Rate limit exceeded"];
const titles = (typed: string) => search(typed).entries.map(({ kind, title }) => `${kind}: ${title}`);

test.each([
  [
    "whole titles first, then titles with the words",
    "theatre_id",
    ["parameter: theatre_id", "field: theatre_id", getTheatre, "field: production.theatre_id"],
  ],
  ["titles before texts about them", "limit", ["section: When the limit is reached", exceeded]],
  [
    "beginnings before other words",
    "get",
    [getTheatre, "parameter: theatre_id", "field: production.theatre_id", "field: theatre_id"],
  ],
  ["a status", "429", [exceeded]],
  ["words in any case and order", "FREE poll", ["guide: Polling for free"]],
  ["what has one wrong letter", "exceded", [exceeded]],
  ["nothing for a text without letters and digits", " /?! ", []],
])("a search of the documentation finds %s: %s", (_promise, typed, found) => {
  expect([search(typed).areSimilar, titles(typed)]).toEqual([false, found]);
});

test("finds paths", () => {
  expect(titles("/api/theatres/{id}")[0]).toBe(getTheatre);
});

test("offers what is similar when nothing matches, the most alike first", () => {
  expect(titles("limitation reached")).toEqual(["section: When the limit is reached", exceeded]);
  expect(search("limitation reached")).toMatchObject({ areSimilar: true, count: 0 });
  expect(search("xylophone")).toEqual({ areSimilar: true, count: 0, entries: [] });
});

test("counts what it does not list", () => {
  const many = createDocsSearch(Array.from({ length: 40 }, (_, index) => entry("field", `name_${index}`)))("name");

  expect([many.entries.length, many.count]).toEqual([12, 40]);
});
