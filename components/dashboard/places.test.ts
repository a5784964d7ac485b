import { expect, test } from "vitest";
import { paths } from "@/lib/resources/nouns";
import { placeGroups } from "./places";

const hrefs = (isAdministrator: boolean) =>
  placeGroups(isAdministrator).flatMap(({ places }) => places.map(({ href }) => href));

test("every noun has one place in the navigation", () => {
  const lists = hrefs(false).filter((href) => paths.some((path) => href === `/dashboard/${path}`));
  expect(lists.toSorted()).toEqual(paths.map((path) => `/dashboard/${path}`).toSorted());
});

test("people, roles and cast members are together", () => {
  const casts = placeGroups(false).find(({ title }) => title === "Casts");
  expect(casts?.places.map(({ name }) => name)).toEqual(["People", "Roles", "Cast members"]);
});

test("accounts are for administrators", () => {
  expect(hrefs(true)).toContain("/dashboard/accounts");
  expect(hrefs(false)).not.toContain("/dashboard/accounts");
});
