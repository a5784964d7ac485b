import { describe, expect, test } from "vitest";
import type { NextRouteHandlers } from "./http/handlers.ts";
import { resources } from "./resources/resources.ts";
import { fileRoutes, routes } from "./routes.ts";

const files = import.meta.glob<NextRouteHandlers>("/app/api/**/route.ts", { eager: true });
/** Next's catch-all and next-auth's route have no route of the API. */
const withoutRoute = ["/app/api/[[...unmatched]]/route.ts", "/app/api/auth/[...nextauth]/route.ts"];

function fileOf(path: string): string {
  return `/app/api${path.replaceAll("{", "[").replaceAll("}", "]")}/route.ts`;
}

const folders = Object.keys(import.meta.glob("/lib/resources/*/resource.ts"));

test("every folder of lib/resources is in the list of resources", () => {
  const listed = resources.map(({ path }) => `/lib/resources/${path}/resource.ts`);

  expect(folders, "lib/resources/resource-views.browser.ts lists every folder").toEqual(listed.toSorted());
});

describe("another host of Next serves the same routes", () => {
  test("each route has a file under app/api, and each file has a route", () => {
    expect(Object.keys(files).sort()).toEqual([...routes.map(({ path }) => fileOf(path)), ...withoutRoute].sort());
  });

  test.each(routes.map((route) => [fileOf(route.path), route] as const))("%s", (file, route) => {
    const there = files[file]?.GET.route;

    expect(there?.path, file).toBe(route.path);
    expect(Object.keys(there?.operations ?? {}), file).toEqual(Object.keys(route.operations));
  });
});

test("another host of Next serves every calendar and download", async () => {
  const catchAll = import.meta.glob<NextRouteHandlers>("/app/{feeds,downloads}/**/route.ts", { eager: true });
  const roots = [...new Set(fileRoutes.map(({ root }) => root))].toSorted();

  expect(Object.keys(catchAll)).toEqual(roots.map((root) => `/app/${root}/[...path]/route.ts`));
});

test("the conformance program asks a deployment's document for every operation that is no resource's", async () => {
  const ofResources = resources.flatMap(({ path }) => [`/${path}`, `/${path}/{id}`]);
  const described = routes
    .filter(({ path }) => !ofResources.includes(path))
    .flatMap(({ path, operations }) =>
      Object.entries(operations)
        .filter(([, { declaration }]) => declaration)
        .map(([method]) => `${method.toLowerCase()} ${path}`),
    );

  // The program reads the file, because it knows a service by HTTP alone. `npx vitest run lib/routes.test.ts -u` writes it.
  await expect(`${JSON.stringify(described, null, 2)}\n`).toMatchFileSnapshot("../scripts/conformance/operations.json");
});
