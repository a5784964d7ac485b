import { describe, expect, test } from "vitest";
import { similarNames } from "./similar-names";

const recordsOf = (names: readonly string[]) => names.map((name, index) => ({ id: String(index), name }));
const namesLike = (typed: string, ...names: string[]) => similarNames(recordsOf(names))(typed).map(({ name }) => name);

describe("a name", () => {
  test.each([
    ["cate blanchett", "Cate Blanchett"],
    ["Sinead OConnor", "Sinéad O’Connor"],
    ["Sinéad O'Connor", "Sinéad O’Connor"],
    ["Blanchett, Cate", "Cate Blanchett"],
    ["Cate Blanchet", "Cate Blanchett"],
    ["Cate Blanchettt", "Cate Blanchett"],
    ["Kate Blanchett", "Cate Blanchett"],
    ["Caet Blanchett", "Cate Blanchett"],
    ["Jean Luc Godard", "Jean-Luc Godard"],
    ["Romeo and Juliet", "Romeo & Juliet"],
    ["Lukasz Zal", "Łukasz Żal"],
    ["محمد بن سلمن", "محمد بن سلمان"],
    ["李 安", "李  安"],
  ])("%s may be meant for %s", (typed, name) => {
    expect(namesLike(typed, "Another Name", name)).toEqual([name]);
  });

  test.each([
    ["Cat Blancett", "Cate Blanchett"],
    ["Cate", "Cate Blanchett"],
    ["Ant", "Ann"],
    ["Cats", "Cate"],
    ["Hamlet", "Hamilton"],
    ["The Seagull", "The Eagle"],
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
