import { describe, expect, test } from "vitest";
import { peopleByName } from "./people-by-name";

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
    [" Jean Luc  O'Hara ", [["5"], []]],
    ["Nobody Known", [[], []]],
  ])("%s", (name, ids) => {
    expect(idsFor(name)).toEqual(ids);
  });
});
