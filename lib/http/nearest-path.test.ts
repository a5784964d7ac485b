import { expect, test } from "vitest";
import { nearestPath } from "./nearest-path.ts";

const patterns = ["api/shows", "api/shows/{id}", "api/theatres", "api/productions/{id}/cast", "api/on"].map((path) =>
  path.split("/"),
);
const nearest = (path: string) => nearestPath(path.split("/").slice(1), patterns)?.path ?? null;

test.each([
  ["/api/show", "/api/shows"],
  ["/api/Shows", "/api/shows"],
  ["/api/theatre", "/api/theatres"],
  ["/api/show/les%20mis", "/api/shows/les%2520mis"],
  ["/api/production/wicked/casts", "/api/productions/wicked/cast"],
])("%s is near %s", (path, expected) => {
  expect(nearest(path)).toBe(expected);
});

test.each(["/api/nothing", "/api", "/api/x", "/api/shows/hamilton/cast/more", `/api/${"shows".repeat(10)}`])(
  "%s is near no path",
  (path) => {
    expect(nearest(path)).toBeNull();
  },
);
