import { expect, test } from "vitest";
import { permissionsOf } from "@/lib/http/access/permissions.browser";
import { paths } from "@/lib/resources/resource-views.browser";
import { placeGroups } from "./places";

test("every resource has one place in the navigation", () => {
  const hrefs = placeGroups(permissionsOf({ role: "editor" })).flatMap(({ places }) => places.map(({ href }) => href));
  const lists = paths.map((path) => `/dashboard/${path}`);
  expect(hrefs.filter((href) => lists.includes(href)).toSorted()).toEqual(lists.toSorted());
});
