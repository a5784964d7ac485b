import { describe, expect, test } from "vitest";
import type { Handlers } from "./http/handlers.ts";
import { routes } from "./routes.ts";

const files = import.meta.glob<Handlers>("/app/api/**/route.ts", { eager: true });
/** Next's catch-all, and next-auth's route. */
const withoutRoute = ["/app/api/[[...unmatched]]/route.ts", "/app/api/auth/[...nextauth]/route.ts"];

function fileOf(path: string): string {
  return `/app/api${path.replaceAll("{", "[").replaceAll("}", "]")}/route.ts`;
}

describe("any host of Next has the routes of our server", () => {
  test("each route has a file under app/api, and each file a route", () => {
    expect(Object.keys(files).sort()).toEqual([...routes.map(({ path }) => fileOf(path)), ...withoutRoute].sort());
  });

  test.each(routes.map((route) => [fileOf(route.path), route] as const))("%s", (file, route) => {
    const there = files[file]?.GET.route;

    expect(there?.path, file).toBe(route.path);
    expect(Object.keys(there?.operations ?? {}), file).toEqual(Object.keys(route.operations));
  });
});
