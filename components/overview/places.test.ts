import { expect, test } from "vitest";
import { permissionsOf, type Permission } from "@/lib/access/permissions.browser";
import { paths } from "@/lib/resources/resource-views.browser";
import { placeGroups } from "./places";

const [editor, admin] = [permissionsOf({ role: "editor" }), permissionsOf({ role: "admin" })];

const hrefs = (permissions: readonly Permission[]) =>
  placeGroups(permissions).flatMap(({ places }) => places.map(({ href }) => href));

test("every resource has one place in the navigation", () => {
  const lists = hrefs(editor).filter((href) => paths.some((path) => href === `/dashboard/${path}`));
  expect(lists.toSorted()).toEqual(paths.map((path) => `/dashboard/${path}`).toSorted());
});

test("people, roles and cast members are together", () => {
  const casts = placeGroups(editor).find(({ title }) => title === "Casts");
  expect(casts?.places.map(({ name }) => name)).toEqual(["People", "Roles", "Cast members"]);
});

test("accounts are for administrators", () => {
  expect(hrefs(admin)).toContain("/dashboard/accounts");
  expect(hrefs(editor)).not.toContain("/dashboard/accounts");
});
