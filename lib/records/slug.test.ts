import { describe, expect, test } from "vitest";
import { slugOf } from "./readable-ids.ts";

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
});
