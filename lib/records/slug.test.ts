import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shortenSlugs, slugOf } from "./readable-ids.ts";

describe("the slug of a name", () => {
  test.each([
    ["The Seagull", "the-seagull"],
    ["Les Misérables", "les-miserables"],
    ["Mrs Warren's Profession", "mrs-warrens-profession"],
    ["Sinéad O’Connor", "sinead-oconnor"],
    ["& Juliet", "and-juliet"],
    ["Sam Nash / Jesse Kiplinger", "sam-nash-jesse-kiplinger"],
    ["Søren Łukasz Þór Straße", "soren-lukasz-thor-strasse"],
    ["İpek Işık", "ipek-isik"],
    ["  Oh, Mary! ", "oh-mary"],
    ["Ｗｉｄｅ", "wide"],
    ["Amy Gri\uFB03ths", "amy-griffiths"],
    ["Se\u00ADa\u200Bn Ma\u200Dy", "sean-may"],
    ["1984", "1984"],
    ["李安 (Ang Lee)", "ang-lee"],
    ["🎭 Cats 🐈", "cats"],
  ])("%s: %s", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  test.each(["محمد بن سلمان", "Чайка 2", "李安", "🎭", "...", "", "‏‏"])("“%s” has none", (name) => {
    expect(slugOf(name)).toBe("");
  });

  test("has only words of a-z and 0-9 joined by single hyphens, and is its own slug", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (name) => {
        const slug = slugOf(name);
        expect(slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
        expect(slugOf(slug)).toBe(slug);
      }),
    );
  });
});

describe("shortened slugs", () => {
  test.each([
    [["the-seagull"], 20, ["the-seagull"]],
    [["the-seagull-at-night"], 13, ["the-seagull"]],
    [["a".repeat(30)], 20, ["a".repeat(20)]],
    [["the-seagull-at-night", "palace", "2027"], 22, ["the-seagull", "palace", "2027"]],
    [["x".repeat(30), "y".repeat(30)], 40, ["x".repeat(10), "y".repeat(30)]],
  ])("%j in %i characters", (slugs, max, short) => {
    expect(shortenSlugs(slugs, max)).toEqual(short);
  });
});
