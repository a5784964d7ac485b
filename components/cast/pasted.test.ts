import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { peopleByName, normalizeName, readPasted } from "./pasted";

const lines = (text: string) => readPasted(text, "principal").map(({ person, role }) => [person, role]);

describe("the lines of a pasted cast list", () => {
  test.each([
    [
      "Ann Other\r\n\r\n  \nBen Other",
      [
        ["Ann Other", null],
        ["Ben Other", null],
      ],
    ],
    ["* Ann Other = Elsa", [["Ann Other", "Elsa"]]],
    ["Ann Other…Elsa", [["Ann Other", "Elsa"]]],
    ["Ann Other —", [["Ann Other", null]]],
    ["— Elsa", []],
    ["Jean-Luc Other", [["Jean-Luc Other", null]]],
    ["Ann Other.Elsa", [["Ann Other.Elsa", null]]],
  ])("%j", (text, read) => {
    expect(lines(text)).toEqual(read);
  });

  test.each([
    ["Principals", "principal"],
    ["ENSEMBLE:", "ensemble"],
    ["Understudies :", "understudy"],
    ["Swings", "swing"],
    ["Standbys:", "standby"],
    ["Alternate", "alternate"],
  ])("%j is a heading", (heading, role_type) => {
    expect(readPasted(`${heading}\nAnn Other`, "ensemble")).toEqual([{ person: "Ann Other", role: null, role_type }]);
  });

  test("any person and role are read back, with any separator", () => {
    const word = fc.stringMatching(/^[A-Z][a-zé]{1,8}$/);
    const name = fc.tuple(word, word).map((words) => words.join(" "));
    const separator = fc.constantFrom(" — ", " – ", " - ", "\t", " .... ", " = ", "…");
    fc.assert(
      fc.property(fc.array(fc.tuple(name, separator, name)), (parts) => {
        const text = parts.map((part) => part.join("")).join("\n");
        expect(lines(text)).toEqual(parts.map(([person, , role]) => [person, role]));
      }),
    );
  });
});

describe("people by name", () => {
  const people = [
    { id: "1", name: "Zoë Ashe" },
    { id: "2", name: "Zoe Ashe" },
    { id: "3", name: "Zara Ashe" },
    { id: "4", name: "Ann Ashe" },
    { id: "5", name: "Jean-Luc O’Hara" },
  ];
  const find = peopleByName(people);
  const idsFor = (name: string) => {
    const { same, near } = find(name);
    return [same.map(({ id }) => id), near.map(({ id }) => id)];
  };

  test.each([
    ["ZOË  ASHE", [["1", "2"], ["3"]]],
    ["Z. Ashe", [[], ["1", "2", "3"]]],
    ["jean luc o'hara", [["5"], []]],
    ["Nobody Known", [[], []]],
  ])("%s", (name, ids) => {
    expect(idsFor(name)).toEqual(ids);
  });

  test("a name is compared without case, accents and punctuation", () => {
    expect(normalizeName(" Jean-Luc  O’Hara Jr. ")).toBe("jean luc o hara jr");
  });
});
