import "server-only";
import { matchPath, type Route } from "../http/route.ts";
import type { Target } from "../http/router.ts";

/** Finds the route of a target; null where there is none. */
export type Router = (target: Target) => Route | null;

/** A path without parameters is found before one with: `/health/ready` is nobody's id. */
export function routerOf(routes: readonly Route[]): Router {
  const [fixed, open] = [
    routes.filter((route) => !route.path.includes("{")),
    routes.filter((route) => route.path.includes("{")),
  ];
  const byPath = new Map(fixed.map((route) => [`api${route.path}`, route]));
  const look = ({ segments }: Target): Route | null => {
    const route = byPath.get(segments.join("/"));
    // A slash that was encoded is a letter of its segment.
    if (route && matchPath(route.path, segments)) return route;
    return open.find(({ path }) => matchPath(path, segments) !== null) ?? null;
  };
  const found = new WeakMap<Target, Route | null>();
  return (target) => {
    let route = found.get(target);
    if (route === undefined) {
      route = look(target);
      found.set(target, route);
    }
    return route;
  };
}
