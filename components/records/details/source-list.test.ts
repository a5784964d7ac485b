import { describe, expect, test } from "vitest";
import {
  checkCitation,
  fieldsCiting,
  removeCitation,
  replaceCitation,
  sourcesByField,
  sourcesFor,
  type Citation,
  type Source,
  type TypedCitation,
} from "./source-list";
import { emptyCitation, typedCitation } from "./typed-citation";

const today = "2026-11-23";
const site = { url: "https://example.com/news", kind: "press" as const, read_on: today, note: null };
const page: Citation = { name: "Press release", ...site };
const visit: Citation = { name: "A visit", url: null, kind: "visit", read_on: null, note: "In the foyer." };
const at = (citation: Citation, ...fields: Source["field"][]): Source[] => sourcesFor(fields, citation);
const check = (typed: TypedCitation) => checkCitation(typed, { today, isRequired: false });

describe("a citation that was typed", () => {
  test("is nothing without a name and a link, which is wrong only where one is required", () => {
    const empty = { ...emptyCitation(today), name: "  " };
    expect(check(empty)).toEqual({ citation: null, problems: {} });
    expect(checkCitation(empty, { today, isRequired: true }).problems).toHaveProperty("name");
  });

  test("is called after its site when it has no name", () => {
    const { citation } = check({ ...emptyCitation(today), url: " https://www.example.com/a/b " });
    expect(citation).toMatchObject({ name: "example.com", url: "https://www.example.com/a/b" });
  });

  test("may have its day of reading in words, or none", () => {
    const typed = typedCitation(page);
    expect(check({ ...typed, read_on: "yesterday" }).citation).toMatchObject({ read_on: "2026-11-22" });
    expect(check({ ...typed, read_on: " " }).citation).toMatchObject({ read_on: null });
  });

  test("is the same after it was opened and saved", () => {
    expect(check(typedCitation(page))).toEqual({ citation: page, problems: {} });
    expect(check(typedCitation(visit))).toEqual({ citation: visit, problems: {} });
  });

  test.each([
    [{ url: "example.com" }, "url"],
    [{ read_on: "some day" }, "read_on"],
    [{ name: "x".repeat(201) }, "name"],
    [{ note: "x".repeat(2001) }, "note"],
  ])("%j is refused at its field", (part, field) => {
    expect(Object.keys(check({ ...typedCitation(page), ...part }).problems)).toEqual([field]);
  });
});

describe("a citation", () => {
  test("replaces a citation of the same page where a field has one, and no other source of that field", () => {
    const earlier = { ...page, read_on: "2025-01-01" };
    const sources = [...at(earlier, "opening_date", "theatre_id"), ...at(visit, "opening_date", "name")];

    expect(replaceCitation(sources, { ...visit, name: "Gone" }, at(page, "opening_date"))).toEqual([
      ...at(earlier, "theatre_id"),
      ...at(visit, "opening_date", "name"),
      ...at(page, "opening_date"),
    ]);
  });

  test("is removed from one field, or from all", () => {
    const sources = [...at(page, "name", null), ...at(visit, "name")];

    expect(removeCitation(sources, page, ["name"])).toEqual([...at(page, null), ...at(visit, "name")]);
    expect(removeCitation(sources, page)).toEqual(at(visit, "name"));
  });

  test("is changed in all its fields, which may be others afterwards", () => {
    const sources = [...at(page, "name", "bio"), ...at(visit, "bio")];
    const changed = { ...page, name: "Programme" };

    expect(fieldsCiting(sources, page)).toEqual(["name", "bio"]);
    expect(replaceCitation(sources, page, at(changed, "bio", null))).toEqual([
      ...at(visit, "bio"),
      ...at(changed, "bio", null),
    ]);
  });
});

test("sources are listed by field, in the order of the form", () => {
  const sources = [...at(page, "of_old", "bio"), ...at(visit, null, "bio")];

  expect(sourcesByField(sources, [null, "name", "bio"])).toEqual([
    [null, at(visit, null)],
    ["bio", [...at(page, "bio"), ...at(visit, "bio")]],
    ["of_old", at(page, "of_old")],
  ]);
});
