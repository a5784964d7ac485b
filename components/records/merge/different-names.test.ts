import { expect, test } from "vitest";
import { haveLikeNames } from "./different-names";

const person = (name: string, ...aliases: string[]) => ({
  record: { id: name, name },
  etag: null,
  sources: 0,
  createdAt: null,
  details: { aliases: aliases.map((alias) => ({ name: alias, kind: "also", from: null, to: null })) },
});

test.each([
  ["Cate Blanchett", [], "Blanchett, Cate", [], true],
  ["Cate Blanchett", [], "Cate Blanchet", [], true],
  ["Cate Blanchett", [], "Ann Smith", [], false],
  ["Ann Smith", ["Ann Jones"], "Ann Jones", [], true],
])("%s, also %j, and %s, also %j, have like names: %s", (name, aliases, other, otherAliases, are) => {
  expect(haveLikeNames(person(name, ...aliases), person(other, ...otherAliases))).toBe(are);
});
