import { describe, expect, test } from "vitest";
import { createDocsSearch } from "./matching.browser.ts";
import type { DocsEntry } from "./schema.browser.ts";

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
const titles = (typed: string) => search(typed).entries.map(({ kind, title }) => `${kind}: ${title}`);

describe("a search of the documentation", () => {
  test("lists whole titles first, then beginnings, then titles with the words, then texts about them", () => {
    expect(titles("theatre_id")).toEqual([
      "parameter: theatre_id",
      "field: theatre_id",
      "endpoint: GET /api/theatres/{id}",
      "field: production.theatre_id",
    ]);
    expect(titles("limit")).toEqual(["section: When the limit is reached", "error: 429 Rate limit exceeded"]);
    expect(titles("get")).toEqual([
      "endpoint: GET /api/theatres/{id}",
      "parameter: theatre_id",
      "field: production.theatre_id",
      "field: theatre_id",
    ]);
  });

  test("finds paths, statuses and words in any case and order", () => {
    expect(titles("/api/theatres/{id}")[0]).toBe("endpoint: GET /api/theatres/{id}");
    expect(titles("429")).toEqual(["error: 429 Rate limit exceeded"]);
    expect(titles("FREE poll")).toEqual(["guide: Polling for free"]);
  });

  test("forgives one wrong letter", () => {
    expect(search("exceded")).toMatchObject({ areSimilar: false, entries: [{ title: "429 Rate limit exceeded" }] });
  });

  test("offers what is similar when nothing matches, the most alike first", () => {
    expect(search("limitation reached")).toEqual({
      areSimilar: true,
      count: 0,
      entries: [
        entry("section", "When the limit is reached", "Keys and limits"),
        entry("error", "429 Rate limit exceeded", "Wait until the day ends."),
      ],
    });
    expect(search("xylophone")).toEqual({ areSimilar: true, count: 0, entries: [] });
  });

  test("counts what it does not list", () => {
    const many = createDocsSearch(Array.from({ length: 40 }, (_, index) => entry("field", `name_${index}`)));

    expect(many("name").entries).toHaveLength(12);
    expect(many("name").count).toBe(40);
  });

  test("says nothing about a text without letters and digits", () => {
    expect(search(" /?! ")).toEqual({ areSimilar: false, count: 0, entries: [] });
  });
});
