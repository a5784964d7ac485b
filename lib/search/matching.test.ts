import { describe, expect, test } from "vitest";
import { foldName, isOneLetterOff, nameRanks, rankOfName } from "./matching.ts";

describe("folding", () => {
  test.each([
    ["Les Misérables", "les miserables"],
    ["O’Brien's", "obriens"],
    ["Jean-Michel  Ham–let!", "jean michel ham let"],
    ["Marks&Co.", "marks and co"],
    ["Øster Łódź Straße", "oster lodz strasse"],
    ["’!?", ""],
  ])("%s is %s", (name, folded) => {
    expect(foldName(name)).toBe(folded);
  });
});

describe("a wrong letter", () => {
  test.each(["hamlit", "hamet", "hammlet", "halmet", "hamlte", "amlet", "hamlets"])("%s is hamlet", (typed) => {
    expect(isOneLetterOff(typed, "hamlet")).toBe(true);
  });

  test.each(["hamlet", "hmlte", "haml", "halemt", "hamlitt", "tamleh"])("%s is not one", (typed) => {
    expect(isOneLetterOff(typed, "hamlet")).toBe(false);
  });
});

test("a whole name comes before one that only begins so, and that before others", () => {
  expect(["cats", "cats and dogs", "dogs and cats"].map((name) => rankOfName(name, "cats"))).toEqual([
    nameRanks.whole,
    nameRanks.beginning,
    nameRanks.words,
  ]);
});
