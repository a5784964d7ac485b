import { describe, expect, test } from "vitest";
import { checkCitation, emptyCitation, typedCitation, type Citation, type TypedCitation } from "./citation";

const today = "2026-11-23";
const site = { url: "https://example.com/news", kind: "press" as const, read_on: today, note: null };
const page: Citation = { name: "Press release", ...site };
const visit: Citation = { name: "A visit", url: null, kind: "visit", read_on: null, note: null };
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
  ])("%j is refused at its field", (part, field) => {
    expect(Object.keys(check({ ...typedCitation(page), ...part }).problems)).toEqual([field]);
  });
});
