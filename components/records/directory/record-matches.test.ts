import { describe, expect, test } from "vitest";
import { directoryWith } from "@/test/directory-with";
import { findRecords, similarNames } from "./record-matches";

function directoryOf(names: readonly string[]) {
  const people = names.map((name, index) => ({ id: String(index), name, bio: null, image: null }));
  return directoryWith({ people: new Map(people.map((person) => [person.id, person])) });
}

const namesFound = (names: readonly string[], typed: string, isFitting: (record: object) => boolean = () => true) =>
  findRecords("people", directoryOf(names), typed, isFitting).map(({ name }) => name);

describe("records that match a query", () => {
  test("the whole name comes first, then names that begin so, then others, and those with a wrong letter last", () => {
    const names = ["Bea Clarke", "Clark Oddie", "Ann Clark", "Clark", "Dee Clerk", "Bob Clark"];
    const sorted = ["Clark", "Clark Oddie", "Bea Clarke", "Ann Clark", "Bob Clark", "Dee Clerk"];
    expect(namesFound(names, "clark")).toEqual(sorted);
  });

  test("only matching records are found", () => {
    const isZoe = (record: object) => "name" in record && record.name === "Zoë";
    expect(namesFound(["Ann", "Zoë"], "", isZoe)).toEqual(["Zoë"]);
  });

  test("one that only an alias matches comes before those with a wrong letter, and says which", () => {
    const byAlias = [{ id: "0", details: { aliases: [{ name: "Nan Quixley" }] } }];
    expect(findRecords("people", directoryOf(["Ann Smith", "Nan Quixlay"]), "quixley", () => true, byAlias)).toEqual([
      { id: "0", name: "Ann Smith", rank: 2, alias: "Nan Quixley" },
      { id: "1", name: "Nan Quixlay", rank: 3 },
    ]);
  });

  test("at most fifty are found", () => {
    const names = Array.from({ length: 60 }, (_, index) => `Ann ${index}`);
    expect(namesFound(names, "ann")).toHaveLength(50);
  });
});

const recordsOf = (names: readonly string[]) => names.map((name, index) => ({ id: String(index), name }));
const namesLike = (typed: string, ...names: string[]) => similarNames(recordsOf(names))(typed).map(({ name }) => name);

describe("a typed name", () => {
  test.each([
    ["cate blanchett", "Cate Blanchett"],
    ["Sinead OConnor", "Sinéad O’Connor"],
    ["Blanchett, Cate", "Cate Blanchett"],
    ["Cate Blanchet", "Cate Blanchett"],
    ["Caet Blanchett", "Cate Blanchett"],
    ["Lukasz Zal", "Łukasz Żal"],
  ])("%s may be meant for %s", (typed, name) => {
    expect(namesLike(typed, "Another Name", name)).toEqual([name]);
  });

  test.each([
    ["Cat Blancett", "Cate Blanchett"],
    ["Cate", "Cate Blanchett"],
    ["Ant", "Ann"],
    ["", "Anyone"],
    ["!!", "??"],
  ])("%s is not meant for %s", (typed, name) => {
    expect(namesLike(typed, name)).toEqual([]);
  });

  test("finds the same name first, then its words in another order, then one with a mistake", () => {
    const found = namesLike("ann onymous", "Ann Onymouse", "Onymous, Ann", "Ann Onymous", "Án Onymous");
    expect(found).toEqual(["Ann Onymous", "Onymous, Ann", "Ann Onymouse"]);
  });
});
