import { expect, test } from "vitest";
import { byNameThenId, sortBy } from "./sort.ts";

test("names are ordered without regard to case, equal ones by id", async () => {
  const named = [
    { id: "c", name: "cats" },
    { id: "b", name: "Cats" },
    { id: "a", name: "Évita" },
    { id: "d", name: "annie" },
  ].map((record) => ({ record }));
  expect((await sortBy(named, byNameThenId)).map(({ record }) => record.id)).toEqual(["d", "b", "c", "a"]);
});
