import { expect, test } from "vitest";
import { haveLikeNames } from "./merge-records-dialog";

const person = (...names: string[]) => ({ names });

test.each([
  ["Cate Blanchett", [], "Blanchett, Cate", [], true],
  ["Cate Blanchett", [], "Cate Blanchet", [], true],
  ["Cate Blanchett", [], "Ann Smith", [], false],
  ["Ann Smith", ["Ann Jones"], "Ann Jones", [], true],
])("%s, also %j, and %s, also %j, have like names: %s", (name, aliases, other, otherAliases, are) => {
  expect(haveLikeNames(person(name, ...aliases), person(other, ...otherAliases))).toBe(are);
});
