import { describe, expect, test } from "vitest";
import type { NextRouteHandlers } from "./http/handlers.ts";
import { resources } from "./resources/resources.ts";
import { fileRoutes } from "./routes.ts";

const folders = Object.keys(import.meta.glob("/lib/resources/*/resource.ts"));

test("every folder of lib/resources is in the list of resources", () => {
  const listed = resources.map(({ path }) => `/lib/resources/${path}/resource.ts`);

  expect(folders, "lib/resources/resource-views.browser.ts lists every folder").toEqual(listed.toSorted());
});

describe("under Next's own server", () => {
  const files = import.meta.glob<NextRouteHandlers>("/app/api/**/route.ts", { eager: true });
  const single = Object.entries(files).filter(([file]) => !file.includes("[..."));

  test.each(single)("%s serves the route of its path", (file, { GET }) => {
    expect(`/app/api${GET.route?.path.replace("{id}", "[id]")}/route.ts`).toBe(file);
  });

  test("all other routes, the calendars and the downloads are served by a catch-all each", () => {
    const catchAlls = import.meta.glob("/app/*/*...path?*/route.ts");
    const roots = [...new Set(fileRoutes.map(({ root }) => root))].toSorted();

    expect(Object.keys(catchAlls)).toEqual([
      "/app/api/[[...path]]/route.ts",
      ...roots.map((root) => `/app/${root}/[...path]/route.ts`),
    ]);
  });
});
