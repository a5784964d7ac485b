import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Row } from "../../catalogue/row.ts";
import { foldName } from "../../core/fold.browser.ts";
import { createMatcher, createRanker, nameKey } from "./matching.browser.ts";
import { matchNames, nameWordsOf, rankOfNames, WordIndex } from "./match-names.ts";

test.each([
  ["Les Misérables", "les miserables"],
  ["O’Brien's", "obriens"],
  ["Jean-Michel  Ham–let!", "jean michel ham let"],
  ["Marks&Co.", "marks and co"],
  ["Øster Łódź Straße", "oster lodz strasse"],
  ["Amy Gri\uFB03ths \uFB00 \uFB01 \uFB02 \uFB04 \uFB05 \uFB06", "amy griffiths ff fi fl ffl st st"],
  ["Ｗｉｄｅ＆Ｏｐｅｎ＇ｓ", "wide and opens"],
  ["\uFEFFSe\u00ADa\u200B\u200Dn\u2060 \u202EM\u200Fay", "sean may"],
  ["Æœß Øłđ Ðþħ Iıŋ Ə ŉǽ", "aeoess old dthh iin e nae"],
  ["Mamma Mia!™ ℠", "mamma mia"],
  ["ΟΔΟΣ", "οδοσ"],
  ["’!?", ""],
])("%s folds to %s", (name, folded) => {
  expect(foldName(name)).toBe(folded);
});

test("a folded name folds to itself, and has no ligature, mark or invisible character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (name) => {
      const folded = foldName(name);
      expect(foldName(folded)).toBe(folded);
      expect(folded).not.toMatch(/[\p{M}\p{Default_Ignorable_Code_Point}\uFB00-\uFB06]/u);
    }),
    { numRuns: 2_000 },
  );
});

describe("names that the dashboard searches", () => {
  test("have the ranks that the API gives them", async () => {
    const word = fc.string({ unit: fc.constantFrom(..."abÁB’"), minLength: 3, maxLength: 7 });
    const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join("-"));
    await fc.assert(
      fc.asyncProperty(fc.array(name, { maxLength: 30 }), name, async (names, typed) => {
        fc.pre(foldName(typed) !== "");
        const rows = names.map((one, index) => rowNamed(one, `${index}`));
        const matched = await matchNames(await WordIndex.of(rows, nameWordsOf), foldName(typed));
        const rankOf = createRanker(typed);
        expect(names.map((one) => rankOf(nameKey(one)))).toEqual(
          rows.map((row) => rankOfNames(foldName(typed), [[matched, [row]]])),
        );
      }),
    );
  });

  test("match themselves, also when they are punctuation only", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."aÁéøßŒ’–! Zz") }), (name) => {
        expect(createMatcher(name)(nameKey(name))).toBe(true);
      }),
    );
    expect(createMatcher("!")(nameKey("Mamma Mia!"))).toBe(false);
  });
});

function rowNamed(name: string, id: string): Row {
  const record = { id, name };
  return { id, record, details: { id }, sources: {}, embedded: null, number: 1, changedAt: "" };
}
