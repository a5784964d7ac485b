import { describe, expect, test } from "vitest";
import { normalizeName, peopleByName } from "./people-by-name";

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
