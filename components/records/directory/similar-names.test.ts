import { describe, expect, test } from "vitest";
import { similarNames } from "./similar-names";

const recordsOf = (names: readonly string[]) => names.map((name, index) => ({ id: String(index), name }));
const namesLike = (typed: string, ...names: string[]) => similarNames(recordsOf(names))(typed).map(({ name }) => name);

describe("a name", () => {
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
